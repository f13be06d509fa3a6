//! Lists everything a person can ask for.

use crate::dissent::Says;

/// The six places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlaceName {
    /// Filter panes, document list, open document.
    Census,
    /// Marked cards side by side.
    Compare,
    /// Documents a person reads differently.
    Dissent,
    /// The attribution rule as switches.
    Rules,
    /// Every field path of the corpus.
    Fields,
    /// The tables of the paper.
    Report,
}

impl PlaceName {
    /// All places, in the order of their numbers.
    pub const ALL: [Self; 6] = [
        Self::Census,
        Self::Compare,
        Self::Dissent,
        Self::Rules,
        Self::Fields,
        Self::Report,
    ];

    /// The number and the name, as on the line of tabs.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Census => "1 Census",
            Self::Compare => "2 Compare",
            Self::Dissent => "3 Dissent",
            Self::Rules => "4 Rules",
            Self::Fields => "5 Fields",
            Self::Report => "6 Report",
        }
    }

    /// Position in [`Self::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A step in a list, a tree or a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// One row back.
    Up,
    /// One row on.
    Down,
    /// One column back, or fold.
    Left,
    /// One column on, or unfold.
    Right,
    /// A screenful back.
    PageUp,
    /// A screenful on.
    PageDown,
    /// To the first row.
    First,
    /// To the last row.
    Last,
}

/// A change to the line being typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edit {
    /// One character left.
    Left,
    /// One character right.
    Right,
    /// To the start of the word.
    WordLeft,
    /// Past the end of the word.
    WordRight,
    /// To the start of the line.
    Home,
    /// To the end of the line.
    End,
    /// Remove the character before the cursor.
    Backspace,
    /// Remove the character under the cursor.
    Delete,
    /// Remove the word before the cursor.
    KillWord,
    /// Remove everything before the cursor.
    KillToStart,
    /// Remove everything from the cursor on.
    KillToEnd,
    /// The line typed before, or the suggestion above.
    Older,
    /// The line typed after, or the suggestion below.
    Newer,
    /// Take the suggestion.
    Complete,
}

/// Something a person can take to the clipboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Yank {
    /// The value under the cursor, as served.
    Value,
    /// The path, as this program writes paths.
    Path,
    /// The JSON Pointer (RFC 6901).
    Pointer,
    /// An expression for jq.
    Jq,
    /// The host.
    Host,
    /// The whole document, exact bytes.
    Document,
    /// The row of the list.
    Row,
    /// The comparison as a Markdown table.
    Comparison,
}

/// A form in which the documents shown can be written to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Export {
    /// One record per line, exact bytes.
    Jsonl,
    /// The same, compressed with gzip.
    JsonlGz,
    /// The verdict file.
    Csv,
    /// Markdown.
    Markdown,
    /// The verdict file with one's own readings.
    Readings,
}

/// A part of the queue of documents to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QueuePart {
    /// Declaration and shape are in conflict.
    Conflicts,
    /// The published verdict is not the computed one.
    Differing,
    /// Everything in the filter.
    Everything,
}

/// Everything a person can ask for, by key or by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Command {
    /// Leave the program.
    Quit,
    /// Go to the background.
    Suspend,
    /// Show the keys of this context.
    Help,
    /// Find a command by name.
    Palette,
    /// Show the notices of this session.
    Notices,
    /// Go to a place.
    Go(PlaceName),
    /// Capture the mouse, or let go of it.
    ToggleMouse,
    /// Take the next colour theme.
    NextTheme,
    /// Take back the last change.
    Undo,
    /// Make it again.
    Redo,
    /// To the view before.
    Back,
    /// To the view after.
    Forward,
    /// Read changed files again.
    Reload,
    /// Type a filter.
    Filter,
    /// Remove the whole filter.
    ClearFilter,
    /// Hold all filters back, or bring them back.
    SuspendFilter,
    /// Search in this pane.
    Find,
    /// To the next hit.
    NextHit,
    /// To the hit before.
    PreviousHit,
    /// Open the list of things to copy.
    YankMenu,
    /// Copy one of them.
    Yank(Yank),
    /// Copy the command line that rebuilds this view.
    CommandLine,
    /// Open the list of export forms.
    ExportMenu,
    /// Export in one of them.
    Export(Export),
    /// The raw document in the pager.
    Pager,
    /// What a field, a rule or a finding means.
    Explain,
    /// To the next pane.
    NextPane,
    /// To the pane before.
    PreviousPane,
    /// One pane on the whole screen, or all again.
    Zoom,
    /// Move in the pane.
    Move(Move),
    /// Open, choose or follow what is under the cursor.
    Open,
    /// One step out: close, let go.
    Close,
    /// Mark the document, or choose the bucket.
    Mark,
    /// Exclude the bucket.
    Exclude,
    /// Sort the list.
    Sort,
    /// Write the report to a file.
    WriteReport,
    /// Compare the marked cards.
    Compare,
    /// Split what is counted by the next facet.
    Split,
    /// Only rows that differ, or all.
    OnlyDifferences,
    /// Only whether a field is there, or its value.
    PresenceOnly,
    /// Values over several lines, or cut to one.
    WholeValues,
    /// Pair the items of an array otherwise.
    Pairing,
    /// Hold the other columns against this one, or against none.
    Reference,
    /// Record a reading of one's own.
    Disagree,
    /// Read the document, or the group, as this.
    Read(Says),
    /// Read it as the last one was read, for the same reason.
    ReadAgain,
    /// Change the reason and tags of a reading.
    ReadingReason,
    /// Let the next reading go to more documents, or to fewer.
    ReadingScope,
    /// Put a part into the queue, or take it out.
    Queue(QueuePart),
    /// Try once more to write readings.
    SaveReadings,
    /// Keep readings in another file.
    SaveReadingsTo,
    /// Go back to the paper's rule.
    PapersRule,
    /// Break long lines, or cut them.
    Wrap,
    /// To the next way of looking at the document.
    NextTab,
    /// To the way before.
    PreviousTab,
    /// Fold the deepest level that is shown.
    FoldLevel,
    /// Unfold one level more.
    UnfoldLevel,
    /// Unfold everything.
    UnfoldAll,
    /// To the next violation.
    NextViolation,
    /// To the violation before.
    PreviousViolation,
    /// Change the line being typed.
    Edit(Edit),
    /// Take the line typed, the row chosen, the answer yes.
    Accept,
    /// Leave a prompt or a box without a change.
    Cancel,
}
