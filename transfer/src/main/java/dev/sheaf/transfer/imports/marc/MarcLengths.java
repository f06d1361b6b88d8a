package dev.sheaf.transfer.imports.marc;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Corrects the lengths in a MARC record (ISO 2709). Systems that count characters instead of bytes, or programs that edit records as text,
 * write wrong ones. The terminators at the end of each field and of the record show the real ends.
 */
public final class MarcLengths {

    private static final int FIELD_TERMINATOR = 0x1e;
    private static final int LEADER = 24;
    private static final int ENTRY = 12;
    private static final int TAG = 3;
    private static final int LENGTH_DIGITS = 5;
    private static final int FIELD_LENGTH_DIGITS = 4;
    private static final int LONGEST = 99_999;
    private static final int LONGEST_FIELD = 9_999;

    private MarcLengths() {}

    /** Returns the record with its length in the leader, which has five digits. A longer record is returned unchanged. */
    public static byte[] withLength(byte[] record) {
        byte[] copy = record.clone();
        if (copy.length <= LONGEST) {
            put(copy, 0, LENGTH_DIGITS, copy.length);
        }
        return copy;
    }

    /**
     * Returns the record with a directory made from its fields; empty if the directory does not have as many entries as there are fields,
     * in the same order.
     *
     * @param record record from its leader to its terminator
     */
    public static Optional<byte[]> counted(byte[] record) {
        int end = next(record, LEADER);
        if (end < 0 || (end - LEADER) % ENTRY != 0) {
            return Optional.empty();
        }
        List<byte[]> fields = fields(record, end + 1);
        int entries = (end - LEADER) / ENTRY;
        if (fields.size() != entries || entries == 0 || !isInOrder(record, entries)) {
            return Optional.empty();
        }
        ByteArrayOutputStream directory = new ByteArrayOutputStream();
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        for (int i = 0; i < entries; i++) {
            byte[] field = fields.get(i);
            if (field.length > LONGEST_FIELD || data.size() > LONGEST) {
                return Optional.empty();
            }
            directory.write(record, LEADER + i * ENTRY, TAG);
            directory.writeBytes(
                    String.format(Locale.ROOT, "%04d%05d", field.length, data.size()).getBytes(StandardCharsets.US_ASCII));
            data.writeBytes(field);
        }
        directory.write(FIELD_TERMINATOR);
        int base = LEADER + directory.size();
        byte[] whole = new byte[base + data.size() + 1];
        System.arraycopy(record, 0, whole, 0, LEADER);
        System.arraycopy(directory.toByteArray(), 0, whole, LEADER, directory.size());
        System.arraycopy(data.toByteArray(), 0, whole, base, data.size());
        whole[whole.length - 1] = record[record.length - 1];
        put(whole, ENTRY, LENGTH_DIGITS, base);
        return whole.length > LONGEST ? Optional.empty() : Optional.of(withLength(whole));
    }

    /**
     * A field of a record as its terminators delimit it.
     *
     * @param tag as in the directory
     * @param data content without the terminator
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Field(String tag, byte[] data) {}

    /**
     * Returns the fields of a record whose lengths do not fit into the digits that ISO 2709 has for them: a record of more than 99,999 bytes,
     * or a field of more than 9,999. Empty if the record is not longer, or its directory does not have as many entries as there are fields.
     *
     * @param record record from its leader to its terminator
     */
    public static List<Field> ofLong(byte[] record) {
        int end = next(record, LEADER);
        if (end < 0 || (end - LEADER) % ENTRY != 0) {
            return List.of();
        }
        List<byte[]> fields = fields(record, end + 1);
        boolean isLong = record.length > LONGEST || fields.stream().anyMatch(field -> field.length > LONGEST_FIELD);
        if (!isLong || fields.size() != (end - LEADER) / ENTRY) {
            return List.of();
        }
        List<Field> tagged = new ArrayList<>(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            tagged.add(new Field(new String(record, LEADER + i * ENTRY, TAG, StandardCharsets.ISO_8859_1),
                    java.util.Arrays.copyOf(fields.get(i), fields.get(i).length - 1)));
        }
        return tagged;
    }

    private static List<byte[]> fields(byte[] record, int from) {
        List<byte[]> fields = new ArrayList<>();
        int at = from;
        for (int end = next(record, at); end >= 0; end = next(record, at)) {
            fields.add(java.util.Arrays.copyOfRange(record, at, end + 1));
            at = end + 1;
        }
        return fields;
    }

    /** Returns whether fields have the same order as in the directory. Otherwise nobody knows which entry belongs to which field. */
    private static boolean isInOrder(byte[] record, int entries) {
        long before = -1;
        for (int i = 0; i < entries; i++) {
            String start = new String(record, LEADER + i * ENTRY + TAG + FIELD_LENGTH_DIGITS, LENGTH_DIGITS,
                    StandardCharsets.US_ASCII);
            if (!start.matches("[0-9]{5}") || Long.parseLong(start) <= before) {
                return false;
            }
            before = Long.parseLong(start);
        }
        return true;
    }

    private static int next(byte[] record, int from) {
        for (int i = from; i < record.length; i++) {
            if (record[i] == FIELD_TERMINATOR) {
                return i;
            }
        }
        return -1;
    }

    private static void put(byte[] bytes, int at, int digits, int number) {
        byte[] text = String.format(Locale.ROOT, "%0" + digits + "d", number).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(text, 0, bytes, at, digits);
    }
}
