//! Giving a reading: to whom, with which reason, after which question.

use super::evidence::{Remark, Similar, Tone};
use super::{Dissent, Reach};
use crate::corpus::DocumentId;
use crate::dissent::{
    Cell, Consequence, DocumentRef, Draft, MissingReason, Says, Standing, check_reason, consequence,
};
use crate::tui::prompt::{Fault, Prompt};
use crate::tui::state::census::replies;
use crate::tui::state::workspace::Workspace;
use crate::tui::state::{Notice, Purpose, Reply};
use std::collections::HashSet;

/// A reading that waits for a reason or a yes.
#[derive(Debug)]
pub(super) struct Plan {
    says: Says,
    targets: Vec<DocumentId>,
    /// Why a reason is needed; `None` when it is not.
    need: Option<MissingReason>,
    reason: String,
    tags: Vec<String>,
}

/// What was last said, for the next document.
#[derive(Debug, Clone)]
pub(super) struct Given {
    says: Says,
    reason: String,
    tags: Vec<String>,
}

/// Reason and tags of a typed line: words that begin with `#` are tags.
fn parted(text: &str) -> (String, Vec<String>) {
    let is_tag = |word: &&str| word.len() > 1 && word.starts_with('#');
    let mut tags = Vec::new();
    let mut reason = Vec::new();
    for word in text.split_whitespace() {
        if is_tag(&word) {
            let tag = word.trim_start_matches('#').to_owned();
            if !tag.is_empty() && !tags.contains(&tag) {
                tags.push(tag);
            }
        } else {
            reason.push(word);
        }
    }
    (reason.join(" "), tags)
}

/// The line that gives this reason and these tags.
fn joined(reason: &str, tags: &[String]) -> String {
    let tags = tags.iter().map(|tag| format!("#{tag}"));
    let words = std::iter::once(reason.to_owned()).chain(tags);
    words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

impl Dissent {
    /// The documents that a reading goes to.
    fn targets(&self, workspace: &Workspace, says: Says) -> Vec<DocumentId> {
        let mut targets: Vec<DocumentId> = match self.reach {
            Reach::This => self.current().into_iter().collect(),
            Reach::Similar => {
                let this = self.current().into_iter();
                this.chain(self.similar.ids.iter().copied()).collect()
            }
            Reach::Shown => workspace.shown().order.to_vec(),
        };
        targets.retain(|&id| {
            let row = workspace.corpus().row(id);
            let has_own = matches!(workspace.readings().cell(id), Cell::Read(_));
            DocumentRef::of_row(row).is_distinct() && (says != Says::Withdrawn || has_own)
        });
        targets
    }

    /// Begins to read the documents in reach as something.
    pub(super) fn plan(&mut self, workspace: &mut Workspace, says: Says) -> Vec<Reply> {
        let given = Given {
            says,
            reason: String::new(),
            tags: Vec::new(),
        };
        self.plan_given(workspace, given)
    }

    fn plan_given(&mut self, workspace: &mut Workspace, given: Given) -> Vec<Reply> {
        let targets = self.targets(workspace, given.says);
        if targets.is_empty() {
            return vec![Reply::Notice(Notice::warning(
                if given.says == Says::Withdrawn {
                    "You have no reading to withdraw there."
                } else {
                    "It has neither host nor body, so a reading of it could not be found again."
                },
            ))];
        }
        let rules = workspace.rules();
        let need = targets.iter().find_map(|&id| {
            let facts = workspace.corpus().row(id).facts();
            check_reason(facts, rules, given.says, &given.reason).err()
        });
        let is_one = targets.len() == 1;
        let plan = Plan {
            says: given.says,
            targets,
            need,
            reason: given.reason,
            tags: given.tags,
        };
        let asks = plan.need.is_some();
        self.plan = Some(plan);
        if asks {
            return self.ask_reason(String::new());
        }
        if is_one {
            return self.commit(workspace);
        }
        self.confirm()
    }

    /// Reads the document as the last one was read.
    pub(super) fn again(&mut self, workspace: &mut Workspace) -> Vec<Reply> {
        match self.last.clone() {
            Some(given) => self.plan_given(workspace, given),
            None => Vec::new(),
        }
    }

    /// Lets the reason of the document's own reading be changed.
    pub(super) fn ask_reason_again(&mut self, workspace: &Workspace) -> Vec<Reply> {
        let Some(id) = self.current() else {
            return Vec::new();
        };
        let row = workspace.corpus().row(id);
        let Some(Standing::Current(record)) = workspace.readings().mine(DocumentRef::of_row(row))
        else {
            return Vec::new();
        };
        let reading = record.reading();
        let line = joined(&reading.reason, &reading.tags);
        self.plan = Some(Plan {
            says: reading.says,
            targets: vec![id],
            need: check_reason(row.facts(), workspace.rules(), reading.says, "").err(),
            reason: String::new(),
            tags: Vec::new(),
        });
        self.ask_reason(line)
    }

    fn ask_reason(&self, line: String) -> Vec<Reply> {
        let Some(plan) = &self.plan else {
            return Vec::new();
        };
        vec![Reply::Ask {
            purpose: Purpose::Reason,
            label: format!("why {}? (#word tags)", plan.says.words()),
            prompt: Prompt::new(line, self.reasons.clone()),
        }]
    }

    /// Says while typing whether the reason is enough.
    pub(super) fn judge_reason(&self, _workspace: &Workspace, prompt: &mut Prompt) {
        let need = self.plan.as_ref().and_then(|plan| plan.need);
        let (reason, _) = parted(prompt.text());
        let fault = need.filter(|_| reason.is_empty()).map(|need| Fault {
            at: 0,
            sentence: need.to_string(),
        });
        prompt.blame(fault);
    }

    pub(super) fn take_reason(&mut self, workspace: &mut Workspace, text: &str) -> Vec<Reply> {
        let Some(plan) = &mut self.plan else {
            return Vec::new();
        };
        (plan.reason, plan.tags) = parted(text);
        if !text.trim().is_empty() {
            self.reasons.retain(|known| known != text);
            self.reasons.push(text.to_owned());
        }
        if plan.targets.len() == 1 {
            return self.commit(workspace);
        }
        self.confirm()
    }

    fn confirm(&self) -> Vec<Reply> {
        let Some(plan) = &self.plan else {
            return Vec::new();
        };
        let count = plan.targets.len();
        let question = match plan.says {
            Says::Withdrawn => format!("Withdraw your readings of {count} documents?"),
            says => format!("Read {count} documents as {}?", says.words()),
        };
        vec![Reply::Confirm {
            purpose: Purpose::ReadMany,
            question,
        }]
    }

    /// Gives the reading and goes on to the next document.
    pub(super) fn commit(&mut self, workspace: &mut Workspace) -> Vec<Reply> {
        let Some(plan) = self.plan.take() else {
            return Vec::new();
        };
        let drafts = plan.targets.iter().map(|&id| Draft {
            document: DocumentRef::of_row(workspace.corpus().row(id)).to_identity(),
            says: plan.says,
            reason: plan.reason.clone(),
            tags: plan.tags.clone(),
        });
        let drafts = drafts.collect();
        let notice = self.said(workspace, &plan);
        let mut all = replies(workspace.read(drafts));
        all.push(Reply::Notice(notice));
        if plan.says != Says::Withdrawn {
            let about: HashSet<DocumentId> = plan.targets.into_iter().collect();
            let from = self.position().unwrap_or(0);
            if let Some(next) = self.next_unread(workspace, from, &about) {
                self.select(workspace, next);
            }
            self.last = Some(Given {
                says: plan.says,
                reason: plan.reason,
                tags: plan.tags,
            });
        }
        self.reach = Reach::This;
        all
    }

    fn said(&self, workspace: &Workspace, plan: &Plan) -> Notice {
        let [id] = plan.targets.as_slice() else {
            let count = plan.targets.len();
            return Notice::done(match plan.says {
                Says::Withdrawn => format!("{count} readings withdrawn; u brings them back."),
                says => format!(
                    "{count} documents read as {}; u takes it back.",
                    says.words()
                ),
            });
        };
        let row = workspace.corpus().row(*id);
        let address = row.address();
        if plan.says == Says::Withdrawn {
            return Notice::done(format!("Your reading of {address} is withdrawn."));
        }
        let what = match consequence(row.facts(), workspace.rules(), plan.says) {
            Consequence::Gives(verdict) => format!("gives the verdict '{verdict}'"),
            Consequence::TakesAway(verdict) => format!("takes away the verdict '{verdict}'"),
            Consequence::TurnsInto(verdict) => format!("turns the verdict into '{verdict}'"),
            Consequence::Keeps => "keeps the verdict".to_owned(),
        };
        Notice::done(format!("{address} read as {}: {what}.", plan.says.words()))
    }
}

/// Similar documents shown by name.
const NAMED: usize = 8;

/// What is said of documents with the same keys.
pub(super) fn similar_remarks(workspace: &Workspace, similar: &Similar) -> Vec<Remark> {
    let count = similar.ids.len();
    let at_least = if similar.is_cut { "at least " } else { "" };
    let heading = match count {
        0 => "No other document shown has the same keys".to_owned(),
        1 => "1 other document shown has the same keys".to_owned(),
        _ => format!("{at_least}{count} other documents shown have the same keys"),
    };
    let mut remarks = vec![Remark {
        tone: Tone::Heading,
        text: heading,
    }];
    if count > 0 {
        let named = similar.ids.iter().take(NAMED);
        let names: Vec<String> = named
            .map(|&id| {
                let row = workspace.corpus().row(id);
                match workspace.readings().cell(id) {
                    Cell::Read(says) => format!("{} ({})", row.address(), says.words()),
                    Cell::Unread | Cell::EarlierVersion => row.address(),
                }
            })
            .collect();
        let more = if count > NAMED { " …" } else { "" };
        remarks.push(Remark {
            tone: Tone::Plain,
            text: format!("{}{more}", names.join(", ")),
        });
    }
    remarks
}
