//! A progress bar on standard error, when that is a terminal.

use crate::corpus::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Runs `work` while a bar shows how far `progress` has come.
pub(super) fn with_bar<T>(progress: &Progress, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let finished = AtomicBool::new(false);
    thread::scope(|scope| {
        let (done, waiting) = channel::<()>();
        let finished = &finished;
        scope.spawn(move || {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            while let Err(RecvTimeoutError::Timeout) =
                waiting.recv_timeout(Duration::from_millis(120))
            {
                if finished.load(Ordering::Relaxed) {
                    break;
                }
                draw(&bar, progress);
            }
            bar.finish_and_clear();
        });
        let result = work();
        finished.store(true, Ordering::Relaxed);
        drop(done);
        result
    })
}

fn draw(bar: &ProgressBar, progress: &Progress) {
    let now = progress.snapshot();
    let template = match now.total {
        Some(total) => {
            bar.set_length(total);
            "{bar:30} {percent}% {binary_bytes}/{binary_total_bytes} {binary_bytes_per_sec} {eta} left {msg}"
        }
        None => "{spinner} {binary_bytes} {binary_bytes_per_sec} {msg}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_position(now.read);
    bar.set_message(format!("{} documents", now.documents));
    bar.tick();
}
