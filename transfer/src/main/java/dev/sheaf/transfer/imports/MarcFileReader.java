package dev.sheaf.transfer.imports;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

import org.marc4j.MarcException;
import org.marc4j.MarcStreamReader;
import org.marc4j.marc.ControlField;
import org.marc4j.marc.DataField;
import org.marc4j.marc.MarcFactory;
import org.marc4j.marc.Record;
import org.marc4j.marc.Subfield;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.Limit;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.ElementWriter;
import dev.sheaf.core.xml.SchemaLocation;
import dev.sheaf.transfer.imports.marc.MarcCoding;
import dev.sheaf.transfer.imports.marc.MarcLengths;
import dev.sheaf.transfer.imports.rows.Place;

/**
 * Reader of MARC 21 in the exchange format of library systems (ISO 2709, {@code .mrc}), in the encodings of {@link MarcCoding}. It converts
 * records to MARCXML. Records are separated at the record terminator, so that a damaged one does not affect the next ones. The control
 * number (001) becomes the name of an item.
 */
final class MarcFileReader implements FileReader {

    private static final int TERMINATOR = 0x1d;
    private static final int LEADER = 24;
    /** Largest length of a record in bytes. The length has five digits; some programs write longer records with a wrong length. */
    private static final int MAX_RECORD = Limit.ROW_BYTES.count();
    private static final Pattern TAG = Pattern.compile("[0-9A-Za-z]{3}");

    private final Naming naming;
    private final SeenIdentifiers seen;

    MarcFileReader(Naming naming, SeenIdentifiers seen) {
        this.naming = naming;
        this.seen = seen;
    }

    /** Returns whether a file begins like a record in ISO 2709: five digits of length, and the fixed end of a leader. */
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
        MarcCoding coding;
        try (InputStream in = file.open()) {
            coding = MarcCoding.of(in);
        }
        for (String other : coding.others()) {
            receiver.note("letters in " + file + " are neither UTF-8 nor MARC-8: read as " + other
                    + ". If they are wrong, let the library system export UTF-8.");
        }
        try (InputStream in = file.open()) {
            ByteArrayOutputStream record = new ByteArrayOutputStream(1 << 12);
            long number = 0;
            Validity validity = new Validity();
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
                    record(new Place(file.toString(), "record", number), record.toByteArray(), tooLong, coding,
                            validity, receiver);
                    record.reset();
                    tooLong = false;
                }
            }
            validity.report(receiver);
            if (record.size() > 0 || tooLong) {
                receiver.refused(null, new Place(file.toString(), "record", number + 1).toString(),
                        "the file ends within it, or a record terminator is missing", record.toByteArray());
            }
        }
    }

    private void record(Place place, byte[] bytes, boolean tooLong, MarcCoding coding, Validity validity,
            RecordReceiver receiver) {
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
        MarcCoding.Decoder decoder = coding.decoder(bytes);
        try {
            marc = parsed(bytes, place, receiver);
            metadata = marcXml(marc, decoder);
        } catch (MarcException | IndexOutOfBoundsException | IllegalArgumentException
                | java.util.NoSuchElementException failure) {
            receiver.refused(null, place.toString(), "it is not readable as MARC: " + reason(failure), bytes);
            return;
        }
        String number = marc.getControlNumber() == null ? "" : marc.getControlNumber().strip();
        String identifier = number.isEmpty() ? naming.localIdentifier(RecordName.ofContent(metadata)) : naming.identifier(number);
        Place before = seen.put(identifier, place);
        if (before != null) {
            receiver.refused(identifier, place.toString(),
                    "it has the same identifier as " + before + ", which is kept: " + identifier, bytes);
            return;
        }
        if (new String(metadata.utf8(), StandardCharsets.UTF_8).indexOf('\ufffd') >= 0) {
            receiver.warning(place.toString(), "it contains U+FFFD, which replaces an unreadable character");
        }
        if (decoder.damaged() || coding.isDamagedMarc8(bytes)) {
            receiver.warning(place.toString(), "it contains bytes that are invalid in " + decoder.encoding()
                    + ", so a character in it could not be read");
        }
        boolean deleted = marc.getLeader().getRecordStatus() == 'd';
        if (!deleted) {
            validity.check(metadata, place.toString());
        }
        MetadataFormat format = naming.format(metadata, null);
        receiver.record(format, new OaiRecord(new Header(identifier, Datestamp.received(""), List.of(), deleted),
                deleted ? null : SchemaLocation.declared(metadata, format)), place.toString());
    }

    private static String reason(RuntimeException failure) {
        String message = failure.getMessage();
        return message == null ? "its directory does not fit its fields" : message.lines().findFirst().orElse("").strip();
    }

    /** Parses a record with its bytes as characters. {@link MarcCoding} decodes them, because leaders often state the wrong encoding. */
    private static Record parsed(byte[] bytes, Place place, RecordReceiver receiver) {
        List<MarcLengths.Field> ofLong = MarcLengths.ofLong(bytes);
        if (!ofLong.isEmpty()) {
            receiver.warning(place.toString(),
                    "it is longer than ISO 2709 can state; its fields were separated by their terminators");
            return record(bytes, ofLong);
        }
        byte[] right = MarcLengths.withLength(bytes);
        right[9] = ' ';
        try {
            return new MarcStreamReader(new ByteArrayInputStream(right), "ISO8859_1").next();
        } catch (MarcException | IndexOutOfBoundsException | IllegalArgumentException
                | java.util.NoSuchElementException failure) {
            byte[] counted = MarcLengths.counted(right).orElseThrow(() -> failure);
            Record record = new MarcStreamReader(new ByteArrayInputStream(counted), "ISO8859_1").next();
            receiver.warning(place.toString(),
                    "the lengths in it are wrong; its fields were separated by their terminators");
            return record;
        }
    }

    private static Record record(byte[] bytes, List<MarcLengths.Field> fields) {
        MarcFactory factory = MarcFactory.newInstance();
        String leader = new String(bytes, 0, LEADER, StandardCharsets.ISO_8859_1);
        Record record = factory.newRecord(factory.newLeader(leader.substring(0, 9) + ' ' + leader.substring(10)));
        for (MarcLengths.Field field : fields) {
            String data = new String(field.data(), StandardCharsets.ISO_8859_1);
            if (field.tag().startsWith("00")) {
                record.addVariableField(factory.newControlField(field.tag(), data));
                continue;
            }
            String[] parts = data.split("\u001f", -1);
            DataField made = factory.newDataField(field.tag(), parts[0].isEmpty() ? ' ' : parts[0].charAt(0),
                    parts[0].length() < 2 ? ' ' : parts[0].charAt(1));
            for (int i = 1; i < parts.length; i++) {
                if (!parts[i].isEmpty()) {
                    made.addSubfield(factory.newSubfield(parts[i].charAt(0), parts[i].substring(1)));
                }
            }
            record.addVariableField(made);
        }
        return record;
    }

    private static XmlFragment marcXml(Record record, MarcCoding.Decoder decoder) {
        ElementWriter xml = new ElementWriter().start("record").attribute("xmlns", Namespaces.MARC21);
        char[] leader = record.getLeader().marshal().toCharArray();
        leader[9] = 'a';
        // Length and base address describe the bytes of the exchange format; XML has neither.
        xml.start("leader").text("00000" + new String(leader, 5, 7) + "00000" + new String(leader, 17, 7)).end();
        for (ControlField field : record.getControlFields()) {
            xml.start("controlfield").attribute("tag", tag(field.getTag())).text(decoder.text(field.getData())).end();
        }
        for (DataField field : record.getDataFields()) {
            xml.start("datafield").attribute("tag", tag(field.getTag())).attribute("ind1", String.valueOf(field.getIndicator1()))
                    .attribute("ind2", String.valueOf(field.getIndicator2()));
            for (Subfield subfield : field.getSubfields()) {
                xml.start("subfield").attribute("code", String.valueOf(subfield.getCode()))
                        .text(decoder.text(subfield.getData())).end();
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
}
