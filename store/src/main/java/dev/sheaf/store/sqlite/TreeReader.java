package dev.sheaf.store.sqlite;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Reader of the rows in the trees of a damaged database. A damaged page costs the rows on it; the pages below it are found by
 * {@link #lostPage} afterwards. Sections 1.6 (cells, overflow pages) and 2.1 (record format) of https://www.sqlite.org/fileformat2.html.
 *
 * <p>Every walk ends: it enters no page twice, and no page is an overflow page of two rows. Belongs to one thread.
 */
final class TreeReader {

    /** Longest row; longer ones count as damaged, since damaged bytes may state any length. */
    private static final long LONGEST_ROW = 256L << 20;
    private static final int LARGEST_IN_TABLE = PageFile.PAGE - 35;
    private static final int LARGEST_IN_INDEX = (PageFile.PAGE - 12) * 64 / 255 - 23;
    private static final int SMALLEST = (PageFile.PAGE - 12) * 32 / 255 - 23;
    private static final int MOST_COLUMNS = 64;

    private final PageFile file;
    /** Pages that belong to a tree or to a long row. */
    private final BitSet used = new BitSet();

    /** Receives the values of a row, in the order of the columns of its shape. */
    interface Rows {
        void row(@Nullable Object[] values) throws SQLException;
    }

    TreeReader(PageFile file) {
        this.file = file;
    }

    /** Reads all rows of a tree that can be reached from its root. Returns false if something of the tree is damaged. */
    boolean walk(int root, TableShape shape, Rows rows) throws SQLException {
        BitSet met = new BitSet();
        Deque<Integer> ahead = new ArrayDeque<>();
        boolean isWhole = enter(root, met, ahead);
        while (!ahead.isEmpty()) {
            int number = ahead.pop();
            BTreePage page = BTreePage.of(file, number).filter(found -> found.isIndex() == shape.isIndex()).orElse(null);
            if (page == null) {
                isWhole = false;
                continue;
            }
            isWhole &= !page.hasRows() || read(page, number, shape, rows);
            if (!page.isLeaf()) {
                used.set(number);
                isWhole &= enterChildren(page, met, ahead);
            }
        }
        return isWhole;
    }

    /** Notes the pages of a tree whose rows are not wanted. Returns false if something of the tree is damaged. */
    boolean pass(int root, boolean isIndex) {
        BitSet met = new BitSet();
        Deque<Integer> ahead = new ArrayDeque<>();
        boolean isWhole = enter(root, met, ahead);
        while (!ahead.isEmpty()) {
            int number = ahead.pop();
            BTreePage page = BTreePage.of(file, number).filter(found -> found.isIndex() == isIndex).orElse(null);
            if (page == null || used.get(number)) {
                isWhole = false;
                continue;
            }
            used.set(number);
            if (!page.isLeaf()) {
                isWhole &= enterChildren(page, met, ahead);
            }
        }
        return isWhole;
    }

    private boolean enterChildren(BTreePage page, BitSet met, Deque<Integer> ahead) {
        boolean isWhole = true;
        int[] children = page.children();
        for (int i = children.length - 1; i >= 0; i--) {
            isWhole &= enter(children[i], met, ahead);
        }
        return isWhole;
    }

    private boolean enter(int number, BitSet met, Deque<Integer> ahead) {
        if (number < 1 || number > file.pages() || met.get(number)) {
            return false;
        }
        met.set(number);
        ahead.push(number);
        return true;
    }

    /** Returns a page that no tree and no row has claimed and that looks like one with rows. */
    Optional<BTreePage> lostPage(int number) {
        return used.get(number) ? Optional.empty() : BTreePage.of(file, number).filter(BTreePage::hasRows);
    }

    /** Reads the rows of a page. Returns false if a cell is damaged or does not fit the table. */
    boolean read(BTreePage page, int number, TableShape shape, Rows rows) throws SQLException {
        boolean isWhole = true;
        boolean hasFitting = page.cells() == 0;
        for (int i = 0; i < page.cells(); i++) {
            @Nullable
            Object[] row = row(page, page.cell(i), shape);
            if (row == null) {
                isWhole = false;
            } else {
                hasFitting = true;
                rows.row(row);
            }
        }
        if (hasFitting) {
            // A page of another table is left to its owner.
            used.set(number);
        }
        return isWhole;
    }

    /** Returns those of some tables that a row on a page may belong to. */
    static Set<TableShape> fitting(BTreePage page, Collection<TableShape> tables) {
        Set<TableShape> fitting = new HashSet<>();
        for (int i = 0; i < page.cells(); i++) {
            try {
                Cell cell = new Cell(page, page.cell(i));
                tables.stream().filter(table -> table.isIndex() == page.isIndex() && cell.fits(table)).forEach(fitting::add);
            } catch (IndexOutOfBoundsException _) {
                // A damaged cell.
            }
        }
        return fitting;
    }

    private @Nullable Object @Nullable [] row(BTreePage page, int place, TableShape shape) {
        try {
            Cell cell = new Cell(page, place);
            byte[] payload = cell.fits(shape) ? payload(page, cell) : null;
            return payload == null ? null : cell.values(payload, shape);
        } catch (IndexOutOfBoundsException _) {
            // It states a place outside of the page.
            return null;
        }
    }

    /** Returns the bytes of a row; null if a part is missing. */
    private byte @Nullable [] payload(BTreePage page, Cell cell) {
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        payload.write(page.bytes(), cell.start, cell.local);
        long rest = cell.length - cell.local;
        int next = rest > 0 ? ByteBuffer.wrap(page.bytes()).getInt(cell.start + cell.local) : 0;
        while (rest > 0) {
            if (next < 2 || next > file.pages() || used.get(next)) {
                return null;
            }
            used.set(next);
            byte[] overflow = file.page(next);
            int part = (int) Math.min(rest, PageFile.PAGE - 4);
            payload.write(overflow, 4, part);
            rest -= part;
            next = ByteBuffer.wrap(overflow).getInt(0);
        }
        // The last page of a row names no other.
        return next == 0 ? payload.toByteArray() : null;
    }

    /** A cell, of which the beginning was read. */
    private static final class Cell {
        private final long length;
        private final long rowid;
        private final int start;
        private final int local;
        private final long[] types;
        private final int headerLength;
        private final boolean isWellFormed;
        private final byte[] bytes;
        private int at;

        Cell(BTreePage page, int place) {
            bytes = page.bytes();
            // Cells of inner pages begin with the number of a page.
            at = page.isLeaf() ? place : place + 4;
            length = varint();
            rowid = page.isIndex() ? 0 : varint();
            start = at;
            int largest = page.isIndex() ? LARGEST_IN_INDEX : LARGEST_IN_TABLE;
            if (length < 1 || length > LONGEST_ROW) {
                throw new IndexOutOfBoundsException();
            }
            int kept = (int) (SMALLEST + (length - SMALLEST) % (PageFile.PAGE - 4));
            local = (int) (length <= largest ? length : kept <= largest ? kept : SMALLEST);
            if (start + local > bytes.length) {
                throw new IndexOutOfBoundsException();
            }
            headerLength = (int) Math.min(varint(), LONGEST_ROW);
            long[] read = new long[MOST_COLUMNS];
            int count = 0;
            long size = headerLength;
            while (at < start + headerLength) {
                read[count] = varint();
                size += size(read[count++]);
                if (size > LONGEST_ROW) {
                    throw new IndexOutOfBoundsException();
                }
            }
            types = Arrays.copyOf(read, count);
            isWellFormed = at == start + headerLength && headerLength <= local && size == length;
        }

        boolean fits(TableShape shape) {
            return isWellFormed && shape.fits(types);
        }

        private long varint() {
            long value = 0;
            for (int i = 0; i < 8; i++) {
                byte next = bytes[at++];
                value = value << 7 | next & 0x7F;
                if (next >= 0) {
                    return value;
                }
            }
            return value << 8 | bytes[at++] & 0xFF;
        }

        private static long size(long type) {
            if (type >= 12) {
                return (type - 12) / 2;
            }
            return type < 0 ? LONGEST_ROW + 1 : switch ((int) type) {
                case 0, 8, 9 -> 0;
                case 1, 2, 3, 4 -> type;
                case 5 -> 6;
                case 6, 7 -> 8;
                default -> LONGEST_ROW + 1;
            };
        }

        @Nullable
        Object[] values(byte[] payload, TableShape shape) {
            @Nullable
            Object[] values = new Object[types.length];
            int place = headerLength;
            for (int i = 0; i < types.length; i++) {
                int size = (int) size(types[i]);
                values[i] = shape.columns().get(i).kind() == TableShape.Kind.ROWID
                        ? Long.valueOf(rowid)
                        : value(types[i], payload, place, size);
                place += size;
            }
            return values;
        }

        private static @Nullable Object value(long type, byte[] payload, int place, int size) {
            if (type >= 12) {
                return type % 2 == 1
                        ? new String(payload, place, size, StandardCharsets.UTF_8)
                        : Arrays.copyOfRange(payload, place, place + size);
            }
            if (type == 0) {
                return null;
            }
            long number = size == 0 ? type - 8 : payload[place];
            for (int i = 1; i < size; i++) {
                number = number << 8 | payload[place + i] & 0xFF;
            }
            return type == 7 ? (Object) Double.longBitsToDouble(number) : (Object) number;
        }
    }
}
