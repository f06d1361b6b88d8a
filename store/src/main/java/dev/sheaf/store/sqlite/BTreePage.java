package dev.sheaf.store.sqlite;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A page of a tree of rows. Section 1.6 of https://www.sqlite.org/fileformat2.html. Nothing in it is trusted: a reader of a cell must expect
 * that the cell is damaged.
 */
final class BTreePage {

    private static final int INTERIOR_INDEX = 2;
    private static final int INTERIOR_TABLE = 5;
    private static final int LEAF_INDEX = 10;
    private static final int LEAF_TABLE = 13;
    /** Bytes before the tree on page 1. */
    private static final int FILE_HEADER = 100;

    private final byte[] bytes;
    private final ByteBuffer fields;
    private final int header;
    private final int type;

    private BTreePage(byte[] bytes, int header) {
        this.bytes = bytes;
        this.fields = ByteBuffer.wrap(bytes);
        this.header = header;
        this.type = bytes[header];
    }

    /** Returns the page with a number; empty if it does not look like a page of a tree. */
    static Optional<BTreePage> of(PageFile file, int number) {
        BTreePage page = new BTreePage(file.page(number), number == 1 ? FILE_HEADER : 0);
        boolean isKnown = switch (page.type) {
            case INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE -> true;
            default -> false;
        };
        return isKnown && page.pointers() + 2 * page.cells() <= PageFile.PAGE ? Optional.of(page) : Optional.empty();
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns true for a page of a tree without rowids. */
    boolean isIndex() {
        return type == INTERIOR_INDEX || type == LEAF_INDEX;
    }

    boolean isLeaf() {
        return type == LEAF_INDEX || type == LEAF_TABLE;
    }

    /** Returns whether its cells hold rows. Inner pages of tables hold numbers of rows only. */
    boolean hasRows() {
        return type != INTERIOR_TABLE;
    }

    /** Returns the number of cells. */
    int cells() {
        return fields.getShort(header + 3) & 0xFFFF;
    }

    private int pointers() {
        return header + (isLeaf() ? 8 : 12);
    }

    /** Returns the place of a cell in the page, which may be beyond its end. */
    int cell(int number) {
        return fields.getShort(pointers() + 2 * number) & 0xFFFF;
    }

    /** Returns the pages below an inner page, in the order of their rows; 0 for a number that cannot be read. */
    int[] children() {
        int[] children = new int[cells() + 1];
        for (int i = 0; i < cells(); i++) {
            int cell = cell(i);
            children[i] = cell <= PageFile.PAGE - 4 ? fields.getInt(cell) : 0;
        }
        children[cells()] = fields.getInt(header + 8);
        return children;
    }
}
