package dev.sheaf.transfer.imports;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.Limit;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.transfer.imports.mapping.Mapping;
import dev.sheaf.transfer.imports.rows.JsonRow;
import dev.sheaf.transfer.imports.rows.Place;
import dev.sheaf.transfer.imports.xml.Utf8Document;

/** Reader of JSON, in the layouts of {@link JsonValues}: the objects that {@code export} writes, or others with a {@link Mapping}. */
final class JsonLinesReader implements FileReader {

    private final Naming naming;
    private final @Nullable Mapping mapping;
    private final SeenIdentifiers seen;
    private final JsonMapper mapper = JsonMapper.shared();

    /**
     * Creates a reader.
     *
     * @param mapping null for output of {@code export}
     * @param seen identifiers of objects that were mapped in this run
     */
    JsonLinesReader(Naming naming, @Nullable Mapping mapping, SeenIdentifiers seen) {
        this.naming = naming;
        this.mapping = mapping;
        this.seen = seen;
    }

    /** Thrown if a line is not a record; the message is for people. */
    static final class LineException extends Exception {
        private static final long serialVersionUID = 1L;
        private final @Nullable String identifier;

        LineException(@Nullable String identifier, String message) {
            super(message);
            this.identifier = identifier;
        }
    }

    @Override
    public void read(InputFile file, RecordReceiver receiver) throws IOException, OaiFormatException {
        RowImporter rows = mapping == null ? null : new RowImporter(mapping, naming, seen, receiver);
        read(file, rows, receiver);
        if (rows != null) {
            rows.endOfObjects(file.toString());
        }
    }

    private void read(InputFile file, @Nullable RowImporter rows, RecordReceiver receiver)
            throws IOException, OaiFormatException {
        boolean lines = JsonValues.isLines(file);
        long objects = 0;
        JsonNode only = null;
        try (InputStream in = Utf8Document.ofMarked(file.open())) {
            JsonValues values = new JsonValues(in, lines);
            for (JsonValues.Slice slice = values.next(); slice != null; slice = values.next()) {
                JsonNode object = object(new Place(file.toString(), "line", slice.line()), slice, rows, receiver);
                objects += object == null ? 0 : 1;
                only = objects != 1 ? null : object == null ? only : object;
            }
        }
        JsonNode one = rows == null ? null : only;
        if (one != null) {
            JsonSuggestion.wrapped(one).ifPresent(member -> receiver.note(JsonSuggestion.wrapperNote(file, member, one)));
        }
    }

    /** Returns the object; null if there is none. */
    private @Nullable JsonNode object(Place where, JsonValues.Slice slice, @Nullable RowImporter rows, RecordReceiver receiver) {
        String place = where.toString();
        byte[] bytes = slice.bytes();
        if (slice.isTooLong()) {
            receiver.refused(null, place, Limit.LINE_BYTES.exceeded(), bytes);
            return null;
        }
        if (isBlank(bytes)) {
            return null;
        }
        try {
            JsonNode object = mapper.readTree(bytes);
            if (!object.isObject()) {
                throw new LineException(null, "it is not a JSON object");
            }
            if (rows == null) {
                exported(object, place, receiver);
            } else {
                rows.row(new JsonRow(object, where));
            }
            return object;
        } catch (JacksonException failure) {
            receiver.refused(null, place, "not readable as JSON" + place(failure.getLocation(), where.number()) + ": "
                    + firstLine(failure.getOriginalMessage()), bytes);
        } catch (LineException failure) {
            receiver.refused(failure.identifier, place, String.valueOf(failure.getMessage()), bytes);
        }
        return null;
    }

    /** Returns the place of a fault; empty for too deep nesting, which has no place. */
    private static String place(@Nullable TokenStreamLocation location, long line) {
        if (location == null) {
            return "";
        }
        return " at column " + location.getColumnNr()
                + (location.getLineNr() > 1 ? " of line " + (line + location.getLineNr() - 1) : "");
    }

    private static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    private void exported(JsonNode object, String place, RecordReceiver receiver) throws LineException {
        String identifier = text(object, "identifier");
        if (identifier == null || identifier.isBlank()) {
            throw new LineException(null, "it has no \"identifier\"; records of another shape need --mapping");
        }
        String stated = text(object, "datestamp");
        String origin = text(object, "originDatestamp");
        Datestamp datestamp = Datestamp.received(stated != null ? stated : origin != null ? origin : "");
        boolean deleted = object.path("deleted").asBoolean(false);
        List<SetSpec> sets = texts(object, "sets").stream().map(SetSpec::new).toList();
        String prefixText = text(object, "prefix");
        MetadataPrefix prefix = prefixText == null || prefixText.isEmpty() ? null : new MetadataPrefix(prefixText);
        Header header = new Header(identifier, datestamp, sets, deleted);
        String metadataText = text(object, "metadata");
        if (deleted) {
            receiver.record(naming.formatOfDeleted(prefix), new OaiRecord(header, null), place);
            return;
        }
        if (metadataText == null) {
            throw new LineException(identifier, "it has neither \"metadata\" nor \"deleted\": true");
        }
        XmlFragment metadata = xml(identifier, "metadata", metadataText);
        List<XmlFragment> about = new ArrayList<>();
        for (String text : texts(object, "about")) {
            about.add(xml(identifier, "about", text));
        }
        receiver.record(format(metadata, prefix), new OaiRecord(header, metadata, about), place);
    }

    /** Returns the format of a record. A prefix that the line states is kept, because the original repository used it. */
    private MetadataFormat format(XmlFragment metadata, @Nullable MetadataPrefix prefix) {
        if (naming.given() != null || prefix == null) {
            return naming.format(metadata, prefix);
        }
        return naming.formats().of(prefix, XmlFragments.rootNamespace(metadata));
    }

    private static XmlFragment xml(String identifier, String field, String text) throws LineException {
        try {
            return XmlFragments.parse(text.getBytes(StandardCharsets.UTF_8));
        } catch (OaiFormatException failure) {
            throw new LineException(identifier, "its \"" + field + "\" is " + failure.getMessage());
        }
    }

    private static @Nullable String text(JsonNode object, String field) {
        JsonNode value = object.get(field);
        return value == null || value.isNull() ? null : value.asString("");
    }

    private static List<String> texts(JsonNode object, String field) {
        List<String> texts = new ArrayList<>();
        object.path(field).forEach(value -> texts.add(value.asString("")));
        return texts;
    }
}
