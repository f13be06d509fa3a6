//! Every size, and sizes that change all the time: nothing panics, nothing is lost.

use crate::program::{Looks, Program};

const WAYS: [&str; 16] = [
    "",
    "tab",
    "tab tab",
    "tab tab tab",
    "tab tab tab tab",
    "enter",
    "z",
    "?",
    ":",
    "!",
    "/ route:x",
    "y",
    "2",
    "4",
    "5",
    "6",
];

fn small() -> Program {
    let jsonl = "{\"url\":\"u\"}\n{\"supportedInterfaces\":[]}\n[]\noops\n";
    Program::on(jsonl, Looks::usual(80, 24))
}

#[test]
fn every_small_size_is_drawn_in_every_place_and_box() {
    for way in WAYS {
        let mut program = small();
        program.press(way);
        for width in 0..=20 {
            for height in 0..=12 {
                let buffer = program.resize(width, height).buffer();
                assert_eq!((buffer.area.width, buffer.area.height), (width, height));
            }
        }
    }
}

#[test]
fn every_size_around_the_thresholds_is_drawn() {
    for way in WAYS {
        let mut program = small();
        program.press(way);
        for width in [38, 39, 40, 41, 60, 79, 80, 81, 120, 400] {
            for height in [8, 9, 10, 11, 23, 24, 25, 120] {
                program.resize(width, height).screen();
            }
        }
    }
}

#[test]
fn a_storm_of_sizes_between_keys_loses_nothing() {
    let mut calm = Program::on_sample(Looks::usual(100, 30));
    let mut shaken = Program::on_sample(Looks::usual(100, 30));
    // A fixed sequence that visits small and large sizes in no order.
    let mut state: u32 = 7;
    for key in "down down space tab tab down space tab tab / verdict:invalid enter j j G k enter z z 6 tab down 1".split(' ') {
        calm.press(key);
        shaken.press(key);
        for _ in 0..5 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (width, height) = ((state >> 8) % 220, (state >> 20) % 70);
            shaken.resize(width as u16, height as u16).screen();
        }
        shaken.resize(100, 30);
    }
    assert_eq!(calm.workspace().view(), shaken.workspace().view());
    assert_eq!(calm.workspace().cursor(), shaken.workspace().cursor());
    assert_eq!(
        calm.workspace().marks().order(),
        shaken.workspace().marks().order()
    );
}
