//! A document's verdicts as lines for a terminal.

use super::DocumentReport;
use crate::output::table::{Align, Table, TableStyle, thousands};
use crate::text::clean;
use std::io::{self, Write};

/// Writes a report as lines for a terminal.
///
/// # Errors
/// When the writer refuses.
pub fn write_text(report: &DocumentReport, out: &mut dyn Write) -> io::Result<()> {
    let mut sheet = Sheet { report, out };
    sheet.identity()?;
    sheet.trace()?;
    sheet.verdicts()?;
    sheet.published()?;
    sheet.violations()?;
    sheet.remarks()
}

struct Sheet<'a> {
    report: &'a DocumentReport,
    out: &'a mut dyn Write,
}

impl Sheet<'_> {
    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "  {}", clean(text))
    }

    fn heading(&mut self, title: &str) -> io::Result<()> {
        writeln!(self.out, "\n{title}")
    }

    fn identity(&mut self) -> io::Result<()> {
        let report = self.report;
        writeln!(self.out, "{}", clean(&report.address))?;
        let mut lines = vec![("state", report.state.to_owned())];
        if let Some(problem) = &report.problem {
            lines.push(("problem", problem.clone()));
        }
        if !report.name.is_empty() {
            lines.push(("name", report.name.clone()));
        }
        if let Some(shape) = report.shape {
            lines.push(("shape", shape.to_owned()));
        }
        let bytes = report
            .bytes
            .map_or_else(|| "none".to_owned(), |bytes| thousands(bytes as u64));
        lines.push(("bytes", bytes));
        if !report.sha256.is_empty() {
            lines.push(("sha256", report.sha256.clone()));
        }
        lines.push(("from", format!("{}, line {}", report.input, report.line)));
        if let Some(status) = report.status {
            lines.push(("status", status.to_string()));
        }
        if !report.time.is_empty() {
            lines.push(("fetched", report.time.clone()));
        }
        for (name, value) in lines {
            self.line(&format!("{name:<9}{value}"))?;
        }
        Ok(())
    }

    fn trace(&mut self) -> io::Result<()> {
        let report = self.report;
        let rule = match report.rules.as_str() {
            "paper" => "the paper's rule".to_owned(),
            other => format!("rule {other}, not the paper's"),
        };
        self.heading(&format!("Attribution ({rule})"))?;
        let version = report.version.unwrap_or("no version");
        match report.route {
            Some(route) => self.line(&format!("{route}: {version}"))?,
            None => self.line("not attributed")?,
        }
        for step in &report.trace {
            let mark = match (step.fired, step.reached) {
                (true, _) => "▸ fired       ",
                (false, true) => "  did not fire",
                (false, false) => "  not reached ",
            };
            self.line(&format!("{mark} rule {}  {}", step.rule, step.evidence))?;
        }
        if report.unrecognised_version {
            let declared = &report.declared_version;
            self.line(&format!(
                "'{declared}' is no version known here; the nearest family stands in for it"
            ))?;
        }
        Ok(())
    }

    fn verdicts(&mut self) -> io::Result<()> {
        let report = self.report;
        self.heading("Verdicts (valid: passes the structural check; never: is compliant)")?;
        let none = "–";
        let assigned = report.verdict.unwrap_or(none);
        self.line(&format!("{:<13}{assigned}", "verdict"))?;
        self.line(&format!(
            "{:<13}{}",
            "tolerant",
            report.tolerant.unwrap_or(none)
        ))?;
        let alternative = report.alternative.map_or_else(
            || none.to_owned(),
            |other| format!("{} at {}", other.verdict, other.version),
        );
        self.line(&format!("{:<13}{alternative}", "alternative"))?;
        self.line(&format!(
            "{:<13}{}",
            "newest",
            report.newest.unwrap_or(none)
        ))?;
        if report.families.is_empty() {
            return Ok(());
        }
        let mut table = Table::new([
            ("family", Align::Left),
            ("verdict", Align::Left),
            ("violations", Align::Right),
            ("schema", Align::Left),
            ("", Align::Left),
        ]);
        for family in &report.families {
            let is_assigned = report.version == Some(family.version);
            table.row([
                family.version.to_owned(),
                family.verdict.to_owned(),
                thousands(u64::from(family.violation_count)),
                family.schema.to_owned(),
                if is_assigned { "assigned" } else { "" }.to_owned(),
            ]);
        }
        writeln!(self.out)?;
        table.write(TableStyle::Text, self.out)
    }

    fn published(&mut self) -> io::Result<()> {
        let Some(published) = &self.report.published else {
            return Ok(());
        };
        let word = if published.agrees {
            "agree on route, version and verdict"
        } else {
            "do not agree"
        };
        self.heading(&format!(
            "Published beside computed (row at line {}): they {word}",
            published.line
        ))?;
        let mut table =
            Table::new(["column", "published", "computed", ""].map(|name| (name, Align::Left)));
        for column in &published.columns {
            table.row([
                column.column.to_owned(),
                column.published.clone(),
                column.computed.clone(),
                if column.differs { "differs" } else { "" }.to_owned(),
            ]);
        }
        for (name, value) in &published.extras {
            table.row([name.clone(), value.clone(), "–".to_owned()]);
        }
        table.write(TableStyle::Text, self.out)
    }

    fn violations(&mut self) -> io::Result<()> {
        let report = self.report;
        let Some(version) = report.version else {
            return Ok(());
        };
        self.heading(&format!("Violations under {version} ({})", report.schema))?;
        if report.violations.is_empty() {
            return self.line("none");
        }
        for violation in &report.violations {
            self.line(&format!("✗ {}  {}", violation.path, violation.sentence()))?;
        }
        Ok(())
    }

    fn remarks(&mut self) -> io::Result<()> {
        let report = self.report;
        if report.notes.is_empty() && report.hidden_count == 0 {
            return Ok(());
        }
        self.heading("Notes")?;
        for note in &report.notes {
            self.line(note)?;
        }
        if report.hidden_count > 0 {
            let noun = match report.hidden_count {
                1 => "character",
                _ => "characters",
            };
            let count = thousands(u64::from(report.hidden_count));
            self.line(&format!("{count} hidden {noun}"))?;
        }
        for hidden in &report.hidden {
            let place = if hidden.in_key { "the key of " } else { "" };
            let decoded = match &hidden.decoded {
                Some(text) => format!(", hidden text: '{text}'"),
                None => String::new(),
            };
            self.line(&format!("{place}{}: {}{decoded}", hidden.path, hidden.name))?;
        }
        Ok(())
    }
}
