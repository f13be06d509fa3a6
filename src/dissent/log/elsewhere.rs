//! Saving all readings to another file.

use super::{Change, Log, News};
use crate::dissent::reading::Reading;
use crate::dissent::readings::Readings;
use crate::dissent::record::Stored;
use crate::error::Result;
use std::collections::HashMap;
use std::path::Path;

/// Saves all readings to another file, those that are on the disk elsewhere included, so that the
/// file stands for itself. Of a file that is there already nothing is changed; what it lacks is
/// added. Returns the log to write to from now on and its whole content, to start afresh from.
///
/// # Errors
/// When the file cannot be read or written, or is there and no file of readings; the readings stay
/// as they were.
pub fn save_elsewhere(path: &Path, readings: &Readings) -> Result<(Log, News)> {
    let (mut log, mut news) = Log::open(path)?;
    let mut there: HashMap<&Reading, usize> = HashMap::new();
    for stored in &news.records {
        *there.entry(&stored.reading).or_default() += 1;
    }
    let mut lacking = Vec::new();
    for record in readings.records() {
        match there.get_mut(&**record.reading()) {
            Some(count) if *count > 0 => *count -= 1,
            _ => lacking.push(Reading::clone(record.reading())),
        }
    }
    let lines = log.append(&lacking)?;
    let meanwhile = std::mem::take(&mut log.inbox);
    if meanwhile.change == Change::Grown {
        news.records.extend(meanwhile.records);
        let own = lacking.into_iter().zip(lines);
        news.records
            .extend(own.map(|(reading, line)| Stored { reading, line }));
        news.problems.extend(meanwhile.problems);
    } else {
        news = meanwhile;
    }
    news.change = Change::Replaced;
    Ok((log, news))
}
