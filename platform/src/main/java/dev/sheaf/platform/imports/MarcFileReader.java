package dev.sheaf.platform.imports;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.List;
import java.util.regex.Pattern;

import org.marc4j.MarcException;
import org.marc4j.MarcStreamReader;
import org.marc4j.converter.impl.AnselToUnicode;
import org.marc4j.marc.ControlField;
import org.marc4j.marc.DataField;
import org.marc4j.marc.Record;
import org.marc4j.marc.Subfield;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.Limit;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.ElementWriter;
import dev.sheaf.platform.imports.rows.Place;

/**
 * Reads MARC 21 as library systems exchange it (ISO 2709, {@code .mrc}), in UTF-8 or MARC-8, and makes MARCXML of it. Records are told apart by the
 * record terminator, so that a damaged one does not take the next ones along. An item is named by its control number (001).
 */
final class MarcFileReader implements FileReader {

    private static final int TERMINATOR = 0x1d;
    private static final int LEADER = 24;
    /** The length of a record has five digits; some programs write longer ones with a wrong length. */
    private static final int MAX_RECORD = Limit.ROW_BYTES.count();
    private static final Pattern TAG = Pattern.compile("[0-9A-Za-z]{3}");

    private final Naming naming;
    private final SeenIdentifiers seen;

    MarcFileReader(Naming naming, SeenIdentifiers seen) {
        this.naming = naming;
        this.seen = seen;
    }

    /** True when a file begins like a record in ISO 2709: five digits of length, and the fixed end of a leader. */
    static boolean begins(byte[] start) {
        if (start.length < LEADER) {
            return false;
        }
        String leader = new String(start, 0, LEADER, StandardCharsets.ISO_8859_1);
        return leader.substring(0, 5).chars().allMatch(c -> c >= '0' && c <= '9') && leader.charAt(10) == '2'
                && leader.charAt(11) == '2'
                && leader.startsWith("45", 20);
    }

    @Override
    public void read(InputFile file, RecordReceiver receiver) throws IOException {
        try (InputStream in = file.open()) {
            ByteArrayOutputStream record = new ByteArrayOutputStream(1 << 12);
            long number = 0;
            boolean tooLong = false;
            for (int c = in.read(); c >= 0; c = in.read()) {
                if (record.size() == 0 && (c == '\n' || c == '\r' || c == ' ' || c == 0x1a)) {
                    continue;
                }
                record.write(c);
                if (record.size() > MAX_RECORD) {
                    tooLong = true;
                    record.reset();
                }
                if (c == TERMINATOR) {
                    number++;
                    record(new Place(file.toString(), "record", number), record.toByteArray(), tooLong, receiver);
                    record.reset();
                    tooLong = false;
                }
            }
            if (record.size() > 0 || tooLong) {
                receiver.refused(null, new Place(file.toString(), "record", number + 1).toString(),
                        "the file ends within it, or a record terminator is missing", record.toByteArray());
            }
        }
    }

    private void record(Place place, byte[] bytes, boolean tooLong, RecordReceiver receiver) {
        if (tooLong) {
            receiver.refused(null, place.toString(), "it is longer than " + (MAX_RECORD >> 20) + " MB", bytes);
            return;
        }
        if (!begins(bytes)) {
            receiver.refused(null, place.toString(), "it does not begin with a MARC leader", bytes);
            return;
        }
        XmlFragment metadata;
        Record marc;
        boolean utf8 = isUtf8(bytes);
        try {
            // Bytes are kept one to one: what they mean is decided here, because leaders often say the wrong thing.
            marc = new MarcStreamReader(new ByteArrayInputStream(withByteEncoding(bytes)), "ISO8859_1").next();
            metadata = marcXml(marc, utf8);
        } catch (MarcException | IndexOutOfBoundsException | IllegalArgumentException
                | java.util.NoSuchElementException failure) {
            receiver.refused(null, place.toString(), "it is not readable as MARC: " + reason(failure), bytes);
            return;
        }
        String number = marc.getControlNumber() == null ? "" : marc.getControlNumber().strip();
        String identifier = number.isEmpty() ? naming.mint(RecordName.ofContent(metadata)) : naming.identifier(number);
        Place before = seen.put(identifier, place);
        if (before != null) {
            receiver.refused(identifier, place.toString(),
                    "it has the same identifier as " + before + ", which is kept: " + identifier, bytes);
            return;
        }
        if (new String(metadata.utf8(), StandardCharsets.UTF_8).indexOf('\ufffd') >= 0) {
            receiver.doubt(place.toString(), "it holds U+FFFD: a character in it could not be read");
        }
        boolean deleted = marc.getLeader().getRecordStatus() == 'd';
        receiver.record(naming.format(metadata, null), new OaiRecord(
                new Header(identifier, Datestamp.received(""), List.of(), deleted), deleted ? null : metadata), place.toString());
    }

    private static String reason(RuntimeException failure) {
        String message = failure.getMessage();
        return message == null ? "its directory does not fit its fields" : message.lines().findFirst().orElse("").strip();
    }

    private static byte[] withByteEncoding(byte[] bytes) {
        byte[] copy = bytes.clone();
        copy[9] = ' ';
        return copy;
    }

    /** Many systems write UTF-8 and leave the leader as it was; MARC-8 with letters beyond ASCII is hardly ever valid UTF-8. */
    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException _) {
            return bytes[9] == 'a';
        }
    }

    private static XmlFragment marcXml(Record record, boolean utf8) {
        AnselToUnicode ansel = new AnselToUnicode();
        ansel.setTranslateNCR(true);
        ElementWriter xml = new ElementWriter().start("record").attribute("xmlns", Namespaces.MARC21);
        char[] leader = record.getLeader().marshal().toCharArray();
        leader[9] = 'a';
        // Length and base address describe the bytes of the exchange format; XML has neither.
        xml.start("leader").text("00000" + new String(leader, 5, 7) + "00000" + new String(leader, 17, 7)).end();
        for (ControlField field : record.getControlFields()) {
            xml.start("controlfield").attribute("tag", tag(field.getTag())).text(decoded(field.getData(), utf8, ansel)).end();
        }
        for (DataField field : record.getDataFields()) {
            xml.start("datafield").attribute("tag", tag(field.getTag())).attribute("ind1", String.valueOf(field.getIndicator1()))
                    .attribute("ind2", String.valueOf(field.getIndicator2()));
            for (Subfield subfield : field.getSubfields()) {
                xml.start("subfield").attribute("code", String.valueOf(subfield.getCode()))
                        .text(decoded(subfield.getData(), utf8, ansel)).end();
            }
            xml.end();
        }
        return xml.end().fragment();
    }

    private static String tag(String tag) {
        if (!TAG.matcher(tag).matches()) {
            throw new IllegalArgumentException("its directory names a field '" + tag + "'");
        }
        return tag;
    }

    private static String decoded(String data, boolean utf8, AnselToUnicode ansel) {
        // Systems of MARC-8 write accents apart from their letters.
        return utf8
                ? new String(data.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
                : Normalizer.normalize(ansel.convert(data), Normalizer.Form.NFC);
    }
}
