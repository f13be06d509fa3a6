//! The one table of keys. A new key, command or context is a line here and nowhere else.
//!
//! Within a context the order is the order of help and of the hint bar.

use super::{
    Binding, Command as C, Context as X, Edit, Export, Key as K, Move, PlaceName, QueuePart, Yank,
};
use crate::dissent::Says;
use crate::spec::Family;

/// A line of the table that help shows.
const fn row(
    context: X,
    keys: &'static [K],
    command: C,
    words: (&'static str, &'static str),
) -> Binding {
    Binding {
        context,
        keys,
        command,
        name: words.0,
        help: words.1,
        is_hint: false,
    }
}

/// A line of the table that the hint bar shows as well.
const fn hint(
    context: X,
    keys: &'static [K],
    command: C,
    words: (&'static str, &'static str),
) -> Binding {
    Binding {
        context,
        keys,
        command,
        name: words.0,
        help: words.1,
        is_hint: true,
    }
}

/// Every binding of the program.
#[rustfmt::skip]
pub static BINDINGS: &[Binding] = &[
    // ── the document list ───────────────────────────────────────────────────────────────────────
    hint(X::CensusList, &[K::Char(' ')], C::Mark, ("mark", "Mark the document for comparing, or take the mark off.")),
    hint(X::CensusList, &[K::Enter], C::Open, ("open", "Go into the open document.")),
    hint(X::CensusList, &[K::Char('c')], C::Compare, ("compare", "Compare the marked cards side by side.")),
    hint(X::CensusList, &[K::Char('d')], C::Disagree, ("disagree", "Record your own reading of this document.")),
    hint(X::CensusList, &[K::Char('s')], C::Sort, ("sort", "Sort the list by another column, or turn the order round.")),

    // ── a filter pane ───────────────────────────────────────────────────────────────────────────
    hint(X::CensusPane, &[K::Char(' '), K::Enter], C::Mark, ("choose", "Choose the bucket, or let go of it; several of one pane are OR.")),
    hint(X::CensusPane, &[K::Char('-')], C::Exclude, ("exclude", "Exclude the bucket; documents without a value stay.")),
    row(X::CensusPane, &[K::Char('s')], C::Sort, ("sort", "Sort the buckets by name, or as before.")),
    hint(X::CensusPane, &[K::Left, K::Char('h')], C::Move(Move::Left), ("other facet", "Split by the facet before, or go a column left in the table.")),
    row(X::CensusPane, &[K::Right, K::Char('l')], C::Move(Move::Right), ("next facet", "Split by the next facet, or go a column right in the table.")),

    // ── an open document ────────────────────────────────────────────────────────────────────────
    hint(X::Document, &[K::Enter], C::Open, ("follow", "Fold or unfold, or follow what is under the cursor.")),
    hint(X::Document, &[K::Char('.')], C::NextTab, ("next tab", "Look at the document the next way: tree, raw, verdicts.")),
    row(X::Document, &[K::Char(',')], C::PreviousTab, ("previous tab", "Look at the document the way before.")),
    hint(X::Document, &[K::Char('v')], C::NextViolation, ("next violation", "Go to the next violation; after the last comes the first.")),
    row(X::Document, &[K::Char('V')], C::PreviousViolation, ("violation before", "Go to the violation before.")),
    row(X::Document, &[K::Char('-')], C::FoldLevel, ("fold level", "Fold the deepest level that is shown.")),
    row(X::Document, &[K::Char('+'), K::Char('=')], C::UnfoldLevel, ("unfold level", "Unfold one level more.")),
    row(X::Document, &[K::Char('*')], C::UnfoldAll, ("unfold all", "Unfold everything.")),
    hint(X::Document, &[K::Char('w')], C::Wrap, ("wrap", "Break long lines at words, or cut them at the edge.")),
    hint(X::Document, &[K::Char('d')], C::Disagree, ("disagree", "Record your own reading of this document.")),
    row(X::Document, &[K::Char(' ')], C::Mark, ("mark", "Mark the document for comparing, or take the mark off.")),
    row(X::Document, &[K::Char('c')], C::Compare, ("compare", "Compare the marked cards side by side.")),

    // ── cards side by side ──────────────────────────────────────────────────────────────────────
    hint(X::Compare, &[K::Enter], C::Open, ("read", "Show the line in full, with the words that differ; fold a section.")),
    hint(X::Compare, &[K::Char('D')], C::OnlyDifferences, ("differences", "Show only rows that differ, or all again.")),
    hint(X::Compare, &[K::Char('P')], C::PresenceOnly, ("presence", "Show only whether a field is there, or its value again.")),
    hint(X::Compare, &[K::Char('V')], C::WholeValues, ("whole values", "Show values over several lines, or cut to one again.")),
    hint(X::Compare, &[K::Char('r')], C::Reference, ("reference", "Hold the other cards against this one, or let go of it.")),
    row(X::Compare, &[K::Char('A')], C::Pairing, ("pairing", "Pair the items of this array by position, or by what identifies them.")),
    row(X::Compare, &[K::Char('-')], C::Exclude, ("drop card", "Take the mark off this card; undo brings it back.")),
    hint(X::Compare, &[K::Tab], C::NextPane, ("section", "Go to the next section.")),
    row(X::Compare, &[K::BackTab], C::PreviousPane, ("previous section", "Go to the section before.")),
    row(X::Compare, &[K::Left, K::Char('h'), K::Char('<')], C::Move(Move::Left), ("card left", "Go one card to the left.")),
    row(X::Compare, &[K::Right, K::Char('l'), K::Char('>')], C::Move(Move::Right), ("card right", "Go one card to the right; more cards scroll in.")),

    // ── the queue of documents to read ──────────────────────────────────────────────────────────
    hint(X::Dissent, &[K::Char('d')], C::Disagree, ("read", "Choose what this document should be read as.")),
    hint(X::Dissent, &[K::Char('a')], C::Read(Says::NotACard), ("no card", "Read it as no A2A card.")),
    hint(X::Dissent, &[K::Char('c')], C::Read(Says::CannotTell), ("can't tell", "Say that it cannot be told.")),
    hint(X::Dissent, &[K::Char('.')], C::ReadAgain, ("as before", "Read it as the last one was read, for the same reason.")),
    hint(X::Dissent, &[K::Char('s')], C::ReadingScope, ("this or more", "Let the next reading go to all similar documents, to everything shown, or to this one again.")),
    row(X::Dissent, &[K::Char('r')], C::ReadingReason, ("reason", "Change the reason and the tags (#word) of your reading.")),
    row(X::Dissent, &[K::Char('w')], C::Read(Says::Withdrawn), ("withdraw", "Take your reading back; it stays in the history.")),
    row(X::Dissent, &[K::Enter], C::Open, ("see", "Look at the document in the census.")),
    row(X::Dissent, &[K::Char('C')], C::Queue(QueuePart::Conflicts), ("conflicts", "Put documents in conflict into the queue, or take them out.")),
    row(X::Dissent, &[K::Char('D')], C::Queue(QueuePart::Differing), ("differing", "Put documents whose published verdict differs into the queue, or take them out.")),
    row(X::Dissent, &[K::Char('E')], C::Queue(QueuePart::Everything), ("everything", "Put everything in the filter into the queue, or only what the rule left open.")),
    row(X::Dissent, &[K::Char('W')], C::SaveReadings, ("save again", "Try once more to write readings that are not saved.")),
    row(X::Dissent, &[K::Char('S')], C::SaveReadingsTo, ("save elsewhere", "Write all readings to another file and keep them there from now on.")),

    // ── the switches of the rule ────────────────────────────────────────────────────────────────
    hint(X::Rules, &[K::Char(' ')], C::Mark, ("flip", "Flip the switch; totals follow at once, u takes it back.")),
    hint(X::Rules, &[K::Enter], C::Open, ("follow", "Flip the switch; in the table, list the documents that moved.")),
    hint(X::Rules, &[K::Char('p')], C::PapersRule, ("the paper's rule", "Put every switch back as the paper has it.")),
    // ── the report ──────────────────────────────────────────────────────────────────────────────
    hint(X::Report, &[K::Enter], C::Open, ("narrow", "Narrow the census to the documents of this row.")),
    hint(X::Report, &[K::Tab], C::NextPane, ("section", "Go to the next table.")),
    row(X::Report, &[K::BackTab], C::PreviousPane, ("previous section", "Go to the table before.")),
    hint(X::Report, &[K::Char('w')], C::WriteReport, ("write report", "Write this report to a file: Markdown, JSON or text, by the name's ending.")),

    // ── every field path ────────────────────────────────────────────────────────────────────────
    hint(X::Fields, &[K::Enter], C::Open, ("its documents", "Show the census with only the documents that have the field, or have it in this type.")),
    hint(X::Fields, &[K::Char('s')], C::Sort, ("sort", "Sort by documents, values, path, or as the specification does.")),
    hint(X::Fields, &[K::Char('S')], C::Split, ("split", "Count populations side by side: by route, version, shape, verdict, published verdict.")),
    hint(X::Fields, &[K::Tab], C::NextPane, ("section", "Go to the next category.")),
    row(X::Fields, &[K::BackTab], C::PreviousPane, ("previous section", "Go to the category before.")),
    row(X::Fields, &[K::Left, K::Char('h'), K::Char('<')], C::Move(Move::Left), ("type left", "Go to the type or population to the left, or to the field.")),
    row(X::Fields, &[K::Right, K::Char('l'), K::Char('>')], C::Move(Move::Right), ("type right", "Go to the type or population to the right.")),

    // ── every place ─────────────────────────────────────────────────────────────────────────────
    hint(X::Global, &[K::Char('/')], C::Filter, ("filter", "Type a filter; the list follows while you type.")),
    hint(X::Global, &[K::Char('f')], C::Find, ("find", "Find text in this pane, near spellings included.")),
    row(X::Global, &[K::Char('n')], C::NextHit, ("next hit", "Go to the next hit; after the last comes the first.")),
    row(X::Global, &[K::Char('N')], C::PreviousHit, ("previous hit", "Go to the hit before.")),
    row(X::Global, &[K::Char('x')], C::ClearFilter, ("clear filter", "Remove the whole filter; undo brings it back.")),
    row(X::Global, &[K::Char('X')], C::SuspendFilter, ("hold filter", "Hold all filters back for a look at everything, or bring them back.")),
    hint(X::Global, &[K::Char('y')], C::YankMenu, ("yank", "Choose what to copy: value, path, document and more.")),
    row(X::Global, &[K::Char('Y')], C::CommandLine, ("copy command line", "Copy the command line that rebuilds this view.")),
    hint(X::Global, &[K::Char('e')], C::ExportMenu, ("export", "Write the documents shown to a file.")),
    hint(X::Global, &[K::Tab], C::NextPane, ("pane", "Go to the next pane.")),
    row(X::Global, &[K::BackTab], C::PreviousPane, ("previous pane", "Go to the pane before.")),
    hint(X::Global, &[K::Char('z')], C::Zoom, ("zoom", "Give one pane the whole screen, or show all again.")),
    row(X::Global, &[K::Up, K::Char('k')], C::Move(Move::Up), ("up", "Move one row up.")),
    row(X::Global, &[K::Down, K::Char('j')], C::Move(Move::Down), ("down", "Move one row down.")),
    row(X::Global, &[K::Left, K::Char('h')], C::Move(Move::Left), ("left", "Move left, or fold.")),
    row(X::Global, &[K::Right, K::Char('l')], C::Move(Move::Right), ("right", "Move right, or unfold.")),
    row(X::Global, &[K::PageUp, K::Control('b')], C::Move(Move::PageUp), ("page up", "Move a screenful up.")),
    row(X::Global, &[K::PageDown, K::Control('f')], C::Move(Move::PageDown), ("page down", "Move a screenful down.")),
    row(X::Global, &[K::Char('g'), K::Home], C::Move(Move::First), ("first", "Go to the first row.")),
    row(X::Global, &[K::Char('G'), K::End], C::Move(Move::Last), ("last", "Go to the last row.")),
    row(X::Global, &[K::Enter], C::Open, ("open", "Open what is under the cursor.")),
    row(X::Global, &[K::Esc], C::Close, ("close", "Go one step out: end the zoom, leave the document, let go.")),
    row(X::Global, &[K::Char('u')], C::Undo, ("undo", "Take back the last change and say which it was.")),
    row(X::Global, &[K::Char('U')], C::Redo, ("redo", "Make the change taken back again.")),
    row(X::Global, &[K::Char('[')], C::Back, ("back", "Go back to the view before.")),
    row(X::Global, &[K::Char(']')], C::Forward, ("forward", "Go forward again.")),
    row(X::Global, &[K::Char('i')], C::Explain, ("explain", "Say what the field, rule or finding under the cursor means.")),
    row(X::Global, &[K::Char('o')], C::Pager, ("pager", "Open the raw document in $PAGER.")),
    row(X::Global, &[K::Char('R')], C::Reload, ("reload", "Read changed files again; your place is kept.")),
    row(X::Global, &[K::Char('1')], C::Go(PlaceName::Census), ("census", "Go to the census: filter panes, documents, the open document.")),
    row(X::Global, &[K::Char('2')], C::Go(PlaceName::Compare), ("compare place", "Go to the marked cards side by side.")),
    row(X::Global, &[K::Char('3')], C::Go(PlaceName::Dissent), ("dissent", "Go to the documents you may read differently.")),
    row(X::Global, &[K::Char('4')], C::Go(PlaceName::Rules), ("rules", "Go to the attribution rule and its switches.")),
    row(X::Global, &[K::Char('5')], C::Go(PlaceName::Fields), ("fields", "Go to the list of every field path.")),
    row(X::Global, &[K::Char('6')], C::Go(PlaceName::Report), ("report", "Go to the tables of the paper for this corpus.")),
    row(X::Global, &[K::Char('m')], C::ToggleMouse, ("mouse", "Capture the mouse, or give it back; while captured, hold Shift (Option) to select text.")),
    row(X::Global, &[K::Char('t')], C::NextTheme, ("theme", "Take the next colour theme.")),
    row(X::Global, &[K::Char('!')], C::Notices, ("notices", "List what the program has said so far.")),
    hint(X::Global, &[K::Char(':')], C::Palette, ("commands", "Find any command by name.")),
    hint(X::Global, &[K::Char('?')], C::Help, ("help", "List the keys that work here.")),
    hint(X::Global, &[K::Char('q')], C::Quit, ("quit", "Leave cardex; readings are saved already.")),

    // ── the list of things to copy ──────────────────────────────────────────────────────────────
    row(X::YankMenu, &[K::Char('v')], C::Yank(Yank::Value), ("value", "Copy the value under the cursor, as served.")),
    row(X::YankMenu, &[K::Char('p')], C::Yank(Yank::Path), ("path", "Copy its path, as cardex writes paths.")),
    row(X::YankMenu, &[K::Char('P')], C::Yank(Yank::Pointer), ("JSON Pointer", "Copy its JSON Pointer.")),
    row(X::YankMenu, &[K::Char('q')], C::Yank(Yank::Jq), ("jq expression", "Copy an expression that selects it in jq.")),
    row(X::YankMenu, &[K::Char('h')], C::Yank(Yank::Host), ("host", "Copy the host of the document.")),
    row(X::YankMenu, &[K::Char('d')], C::Yank(Yank::Document), ("document", "Copy the whole document, exact bytes.")),
    row(X::YankMenu, &[K::Char('r')], C::Yank(Yank::Row), ("row", "Copy the row of the list.")),
    row(X::YankMenu, &[K::Char('m')], C::Yank(Yank::Comparison), ("comparison", "Copy the comparison as a Markdown table.")),

    // ── the list of export forms ────────────────────────────────────────────────────────────────
    row(X::ExportMenu, &[K::Char('j')], C::Export(Export::Jsonl), ("JSONL", "Write one record per line, exact bytes.")),
    row(X::ExportMenu, &[K::Char('z')], C::Export(Export::JsonlGz), ("JSONL, gzip", "Write one record per line, compressed.")),
    row(X::ExportMenu, &[K::Char('c')], C::Export(Export::Csv), ("verdict CSV", "Write the verdicts as CSV.")),
    row(X::ExportMenu, &[K::Char('m')], C::Export(Export::Markdown), ("Markdown", "Write a table for people.")),
    row(X::ExportMenu, &[K::Char('r')], C::Export(Export::Readings), ("readings", "Write the verdicts as you read them, with your readings and reasons, as CSV.")),

    // ── the list of readings ────────────────────────────────────────────────────────────────────
    row(X::ReadingMenu, &[K::Char('2')], C::Read(Says::Family(Family::V0_2)), ("0.2", "Hold it to version 0.2.")),
    row(X::ReadingMenu, &[K::Char('3')], C::Read(Says::Family(Family::V0_3)), ("0.3", "Hold it to version 0.3.")),
    row(X::ReadingMenu, &[K::Char('1')], C::Read(Says::Family(Family::V1_0)), ("1.0", "Hold it to version 1.0.")),
    row(X::ReadingMenu, &[K::Char('a')], C::Read(Says::NotACard), ("no card", "It is no A2A card.")),
    row(X::ReadingMenu, &[K::Char('c')], C::Read(Says::CannotTell), ("can't tell", "It cannot be told.")),
    row(X::ReadingMenu, &[K::Char('w')], C::Read(Says::Withdrawn), ("withdraw", "Take your reading back; it stays in the history.")),

    // ── any list of choices ─────────────────────────────────────────────────────────────────────
    hint(X::Menu, &[K::Enter], C::Accept, ("take", "Take the row under the cursor; its own key does the same.")),
    hint(X::Menu, &[K::Up], C::Move(Move::Up), ("up", "Move one row up.")),
    hint(X::Menu, &[K::Down], C::Move(Move::Down), ("down", "Move one row down.")),
    hint(X::Menu, &[K::Esc], C::Cancel, ("close", "Close without taking anything.")),

    // ── help, notices and other text in a box ───────────────────────────────────────────────────
    hint(X::Reader, &[K::Up, K::Char('k')], C::Move(Move::Up), ("up", "Scroll one row up.")),
    hint(X::Reader, &[K::Down, K::Char('j')], C::Move(Move::Down), ("down", "Scroll one row down.")),
    row(X::Reader, &[K::PageUp, K::Control('b')], C::Move(Move::PageUp), ("page up", "Scroll a screenful up.")),
    row(X::Reader, &[K::PageDown, K::Char(' '), K::Control('f')], C::Move(Move::PageDown), ("page down", "Scroll a screenful down.")),
    row(X::Reader, &[K::Char('g'), K::Home], C::Move(Move::First), ("first", "Scroll to the start.")),
    row(X::Reader, &[K::Char('G'), K::End], C::Move(Move::Last), ("last", "Scroll to the end.")),
    hint(X::Reader, &[K::Esc, K::Char('q'), K::Enter, K::Char('?')], C::Cancel, ("close", "Close the box.")),

    // ── a question ──────────────────────────────────────────────────────────────────────────────
    hint(X::Confirm, &[K::Char('y')], C::Accept, ("yes", "Do it.")),
    hint(X::Confirm, &[K::Char('n'), K::Esc, K::Char('q')], C::Cancel, ("no", "Leave everything as it is.")),

    // ── a line being typed ──────────────────────────────────────────────────────────────────────
    hint(X::Prompt, &[K::Enter], C::Accept, ("take", "Take the line.")),
    hint(X::Prompt, &[K::Esc], C::Cancel, ("cancel", "Leave the prompt; what was there before stays.")),
    hint(X::Prompt, &[K::Tab], C::Edit(Edit::Complete), ("complete", "Take the suggestion under the cursor.")),
    hint(X::Prompt, &[K::Up, K::Control('p')], C::Edit(Edit::Older), ("older", "Bring back the line typed before, or move up in the suggestions.")),
    hint(X::Prompt, &[K::Down, K::Control('n')], C::Edit(Edit::Newer), ("newer", "Go to the line typed after, or move down in the suggestions.")),
    row(X::Prompt, &[K::Left, K::Control('b')], C::Edit(Edit::Left), ("left", "Move one character left.")),
    row(X::Prompt, &[K::Right, K::Control('f')], C::Edit(Edit::Right), ("right", "Move one character right.")),
    row(X::Prompt, &[K::ControlLeft, K::Alt('b')], C::Edit(Edit::WordLeft), ("word left", "Move to the start of the word.")),
    row(X::Prompt, &[K::ControlRight, K::Alt('f')], C::Edit(Edit::WordRight), ("word right", "Move past the end of the word.")),
    row(X::Prompt, &[K::Home, K::Control('a')], C::Edit(Edit::Home), ("start", "Move to the start of the line.")),
    row(X::Prompt, &[K::End, K::Control('e')], C::Edit(Edit::End), ("end", "Move to the end of the line.")),
    row(X::Prompt, &[K::Backspace, K::Control('h')], C::Edit(Edit::Backspace), ("erase", "Remove the character before the cursor.")),
    row(X::Prompt, &[K::Delete, K::Control('d')], C::Edit(Edit::Delete), ("delete", "Remove the character under the cursor.")),
    row(X::Prompt, &[K::Control('w')], C::Edit(Edit::KillWord), ("erase word", "Remove the word before the cursor.")),
    row(X::Prompt, &[K::Control('u')], C::Edit(Edit::KillToStart), ("erase to start", "Remove everything before the cursor.")),
    row(X::Prompt, &[K::Control('k')], C::Edit(Edit::KillToEnd), ("erase to end", "Remove everything from the cursor on.")),

    // ── wherever you are ────────────────────────────────────────────────────────────────────────
    row(X::Always, &[K::Control('c')], C::Quit, ("quit", "Leave cardex at once; readings are saved already.")),
    row(X::Always, &[K::Control('z')], C::Suspend, ("suspend", "Go to the background; 'fg' comes back.")),
];
