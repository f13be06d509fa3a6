//! What an agent offers: skills made from the jobs of its trade.

use super::card::{Detail, Setting};
use super::json::{Json, Object};
use super::random::Random;
use super::trades::{Job, Tongue};
use super::vendor;

/// Ways to sell one ability more than once: suffix of the id, of the name, and what is added.
const TURNS: [(&str, &str, &str); 8] = [
    ("", "", ""),
    (
        "-batch",
        " in bulk",
        " Takes up to 500 items in one call and answers in the same order.",
    ),
    (
        "-watch",
        ", watched",
        " Calls a webhook when the answer changes.",
    ),
    (
        "-why",
        ", explained",
        " Adds the reasons and the sources to the answer.",
    ),
    (
        "-quick",
        ", quick",
        " A first answer within a second, without detail.",
    ),
    (
        "-history",
        ": history",
        " Returns what was answered before, newest first.",
    ),
    (
        "-report",
        " as a report",
        " Comes as a two-page PDF with a summary on top.",
    ),
    (
        "-trial",
        " (trial)",
        " The same on made-up data, free of charge.",
    ),
];

/// `setting.skill_count` skills: the trade's jobs, then the same jobs in other turns.
pub(super) fn list(setting: &mut Setting<'_>) -> Vec<Json> {
    let mut jobs: Vec<&Job> = setting.trade.jobs.iter().collect();
    setting.random.shuffle(&mut jobs);
    // The turns are worded in English, so a card in another language lists each job once.
    let turns = match setting.trade.tongue {
        Tongue::English => &TURNS[..],
        Tongue::Other => &TURNS[..1],
    };
    let offers = turns
        .iter()
        .flat_map(|turn| jobs.iter().map(move |job| (*job, turn)));
    let offers: Vec<_> = offers.take(setting.skill_count).collect();
    let habits = SkillHabits::choose(setting);
    offers
        .into_iter()
        .map(|(job, turn)| Json::Map(habits.skill(job, turn, &mut setting.random)))
        .collect()
}

/// What the skills of one card have in common.
struct SkillHabits {
    detail: Detail,
    snake_ids: bool,
    examples: bool,
    own_modes: bool,
    price: bool,
    endpoint: Option<String>,
}

impl SkillHabits {
    fn choose(setting: &mut Setting<'_>) -> Self {
        let random = &mut setting.random;
        let rich = setting.detail >= Detail::Rich;
        Self {
            detail: setting.detail,
            snake_ids: random.chance(35),
            examples: rich || (setting.detail == Detail::Plain && random.chance(55)),
            own_modes: rich || (setting.detail == Detail::Plain && random.chance(35)),
            price: rich && random.chance(40),
            endpoint: (rich && random.chance(35))
                .then(|| format!("https://{}/skills", setting.host)),
        }
    }

    fn skill(&self, job: &Job, turn: &(&str, &str, &str), random: &mut Random) -> Object {
        let id = format!("{}{}", job.id, turn.0);
        let id = if self.snake_ids {
            id.replace('-', "_")
        } else {
            id
        };
        let mut skill = Object::default()
            .with("id", Json::text(id.clone()))
            .with("name", Json::text(format!("{}{}", job.name, turn.1)))
            .with(
                "description",
                Json::text(format!("{}{}", job.description, turn.2)),
            )
            .with("tags", Json::texts(&job.tags));
        if self.examples {
            skill.set("examples", Json::texts(&job.examples));
        }
        if self.own_modes {
            let (input, output) = modes(random);
            skill.set("inputModes", Json::texts(input));
            skill.set("outputModes", Json::texts(output));
        }
        if self.price {
            let price = random.pick(&["0.01", "0.005", "0.10", "1.0", "5e-3", "0.25"]);
            skill.set("price_usd", Json::number(price));
        }
        if let Some(base) = &self.endpoint {
            skill.set("endpoint", Json::text(format!("{base}/{id}")));
            skill.set("method", Json::text("POST"));
        }
        if self.detail == Detail::Exhaustive {
            skill.set("inputSchema", vendor::json_schema(job, random));
            skill.set("outputSchema", vendor::json_schema(job, random));
        }
        skill
    }
}

/// Media types for input and output, most of them well-formed.
pub(super) fn modes(random: &mut Random) -> (&'static [&'static str], &'static [&'static str]) {
    let input: &[&[&str]] = &[
        &["text/plain"],
        &["text/plain"],
        &["application/json"],
        &["text/plain", "application/json"],
        &["application/json", "text/plain"],
        &["text"],
        &["text/plain", "image/png", "image/jpeg"],
        &["application/json", "multipart/form-data"],
        &[],
    ];
    let output: &[&[&str]] = &[
        &["text/plain"],
        &["application/json"],
        &["application/json"],
        &["text/plain", "application/json"],
        &["text", "text/markdown"],
        &["application/json", "application/pdf"],
    ];
    (random.pick(input), random.pick(output))
}
