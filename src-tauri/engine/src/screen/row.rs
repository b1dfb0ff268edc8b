//! What happens to the cells of one row. A row is a slice of cells; whether it continues the row above, and what a
//! shell said on it, is kept in its first cell and outlasts whatever is written there.
//!
//! Wide characters take two cells. An operation that parts the two empties the half that it leaves.

use super::cell::Cell;
use super::marks::Mark;

/// Whether the row continues the one above.
#[inline]
pub(crate) fn continues(row: &[Cell]) -> bool {
    row.first().is_some_and(Cell::continues)
}

#[inline]
pub(crate) fn set_continues(row: &mut [Cell], continues: bool) {
    if let Some(first) = row.first_mut() {
        first.set_continues(continues);
    }
}

/// What a shell said on the row, in its order.
#[inline]
pub(crate) fn marks(row: &[Cell]) -> &[Mark] {
    row.first().map_or(&[], Cell::marks)
}

pub(crate) fn take_marks(row: &mut [Cell]) -> Vec<Mark> {
    row.first_mut().map(Cell::take_marks).unwrap_or_default()
}

pub(crate) fn set_marks(row: &mut [Cell], marks: Vec<Mark>) {
    if let Some(first) = row.first_mut() {
        first.set_marks(marks);
    }
}

/// Writes a cell; beyond the row, nothing.
#[inline]
pub(crate) fn set(row: &mut [Cell], x: usize, cell: Cell) {
    if let Some(place) = row.get_mut(x) {
        let (continues, marks) = (place.continues(), place.take_marks());
        *place = cell;
        place.set_continues(continues);
        place.set_marks(marks);
    }
}

/// Width of the cell; 0 beyond the row.
#[inline]
pub(crate) fn width(row: &[Cell], x: usize) -> usize {
    row.get(x).map_or(0, Cell::width)
}

/// Columns up to the last character.
pub(crate) fn length(row: &[Cell]) -> usize {
    row.iter().rposition(Cell::has_content).map_or(0, |x| x + row[x].width())
}

/// Empties the left half of a wide character whose right half is at `x`, or will be written over.
fn part(row: &mut [Cell], x: usize, fill: &Cell) {
    if x > 0 && width(row, x - 1) == 2 {
        set(row, x - 1, fill.emptied());
    }
}

fn fill_range(row: &mut [Cell], from: usize, to: usize, fill: &Cell) {
    for x in from..to.min(row.len()) {
        set(row, x, fill.clone());
    }
}

/// Moves what is at `x` and right of it by `count`; what leaves at the end is gone.
pub(crate) fn insert(row: &mut [Cell], x: usize, count: usize, fill: &Cell) {
    let columns = row.len();
    let x = x % columns;
    part(row, x, fill);
    let (continues, marks) = (continues(row), take_marks(row));
    let count = count.min(columns - x);
    row[x..].rotate_right(count);
    fill_range(row, x, x + count, fill);
    set_first(row, continues);
    set_marks(row, marks);
    if width(row, columns - 1) == 2 {
        set(row, columns - 1, fill.emptied());
    }
}

/// Takes `count` cells out at `x`; the end is filled.
pub(crate) fn remove(row: &mut [Cell], x: usize, count: usize, fill: &Cell) {
    let columns = row.len();
    let x = x % columns;
    let (continues, marks) = (continues(row), take_marks(row));
    let count = count.min(columns - x);
    row[x..].rotate_left(count);
    fill_range(row, columns - count, columns, fill);
    set_first(row, continues);
    set_marks(row, marks);
    part(row, x, fill);
    if row[x].is_half() {
        set(row, x, fill.emptied());
    }
}

/// After cells have moved, the mark is in the first cell and in no other.
fn set_first(row: &mut [Cell], continues: bool) {
    row.iter_mut().for_each(|cell| cell.set_continues(false));
    set_continues(row, continues);
}

/// Fills cells from `from` to before `to`.
pub(crate) fn erase(row: &mut [Cell], from: usize, to: usize, fill: &Cell) {
    part(row, from, fill);
    if to < row.len() && to > 0 && row[to - 1].width() == 2 {
        set(row, to, fill.emptied());
    }
    fill_range(row, from, to, fill);
}

/// The same, sparing protected cells.
pub(crate) fn erase_unprotected(row: &mut [Cell], from: usize, to: usize, fill: &Cell) {
    if from > 0 && width(row, from - 1) == 2 && !row[from - 1].is_protected() {
        set(row, from - 1, fill.emptied());
    }
    if to < row.len() && to > 0 && row[to - 1].width() == 2 && !row[to].is_protected() {
        set(row, to, fill.emptied());
    }
    for x in from..to.min(row.len()) {
        if !row[x].is_protected() {
            set(row, x, fill.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters for narrow cells, `W` and `-` for a wide one, `.` for an empty one.
    fn row(pattern: &str) -> Vec<Cell> {
        let plain = Cell::default();
        let mut cells: Vec<Cell> = pattern
            .chars()
            .map(|c| match c {
                '.' => plain.clone(),
                'W' => plain.with('漢', 2),
                '-' => plain.with('\0', 0),
                c => plain.with(c, 1),
            })
            .collect();
        set_continues(&mut cells, true);
        cells
    }

    fn pattern(row: &[Cell]) -> String {
        row.iter()
            .map(|cell| match (cell.c, cell.width()) {
                ('\0', 0) => '-',
                ('\0', _) => '.',
                (_, 2) => 'W',
                (c, _) => c,
            })
            .collect()
    }

    #[test]
    fn a_wide_character_that_is_parted_leaves_an_empty_cell() {
        type Edit = fn(&mut [Cell]);
        let table: [(&str, &str, Edit, &str); 7] = [
            ("insert", "abcd", |row| insert(row, 1, 2, &Cell::default()), "a..b"),
            ("insert between halves", "aW-d", |row| insert(row, 2, 1, &Cell::default()), "a..-"),
            ("insert and cut", "abW-", |row| insert(row, 0, 1, &Cell::default()), ".ab."),
            ("remove", "abcd", |row| remove(row, 1, 2, &Cell::default()), "ad.."),
            ("remove a left half", "aW-d", |row| remove(row, 1, 1, &Cell::default()), "a.d."),
            ("erase a right half", "aW-d", |row| erase(row, 2, 3, &Cell::default()), "a..d"),
            ("erase a left half", "aW-d", |row| erase(row, 0, 2, &Cell::default()), "...d"),
        ];
        for (name, before, edit, after) in table {
            let mut cells = row(before);
            edit(&mut cells);
            assert_eq!(pattern(&cells), after, "{name}");
            assert!(continues(&cells), "{name}: the row still continues the one above");
            assert!(
                cells.iter().skip(1).all(|cell| !cell.continues()),
                "{name}: and only its first cell says so"
            );
        }
    }

    #[test]
    fn protected_cells_are_spared() {
        let mut cells = row("abcd");
        cells[1].style = super::super::cell::style::PROTECTED;
        erase_unprotected(&mut cells, 0, 3, &Cell::default());
        assert_eq!(pattern(&cells), ".b.d");
    }
}
