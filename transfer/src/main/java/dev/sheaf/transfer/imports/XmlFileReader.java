package dev.sheaf.transfer.imports;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.Limit;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.transfer.imports.rows.Place;
import dev.sheaf.transfer.imports.xml.KnownFormats;
import dev.sheaf.transfer.imports.xml.Utf8Document;
import dev.sheaf.transfer.imports.xml.XmlOutline;
import dev.sheaf.transfer.imports.xml.XmlRecords;
import dev.sheaf.transfer.imports.xml.XmlSplitter;

/**
 * Reader of XML documents with one or many records ({@link XmlRecords}). The item of a document with one record is named after the file's
 * path: the identifier in the metadata belongs to the resource, and may be missing or occur in several records. One of many records is
 * named by its own number or name, or else by its content.
 */
final class XmlFileReader implements FileReader {

    private static final int MAX_BYTES = Limit.XML_RECORD_BYTES.count();

    private final Naming naming;
    private final SeenIdentifiers seen;
    private final @Nullable String recordElement;

    /**
     * Creates a reader.
     *
     * @param seen identifiers of this run
     * @param recordElement name of the elements that are records; null to detect it
     */
    XmlFileReader(Naming naming, SeenIdentifiers seen, @Nullable String recordElement) {
        this.naming = naming;
        this.seen = seen;
        this.recordElement = recordElement;
    }

    @Override
    public void read(InputFile file, RecordReceiver receiver) throws IOException, OaiFormatException {
        if (recordElement != null) {
            each(file, XmlRecords.named(recordElement), receiver);
            return;
        }
        XmlOutline outline;
        try (InputStream in = Utf8Document.of(file.open())) {
            outline = XmlOutline.of(in);
        }
        XmlRecords records = XmlRecords.of(outline);
        if (records.isWhole()) {
            whole(file, outline, receiver);
        } else {
            each(file, records, receiver);
        }
    }

    private void whole(InputFile file, XmlOutline outline, RecordReceiver receiver) throws IOException {
        String identifier = naming.localIdentifier(file.stem());
        byte[] bytes;
        try (InputStream in = Utf8Document.of(file.open())) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            receiver.refused(identifier, file.toString(), Limit.XML_RECORD_BYTES.exceeded(), bytes);
            return;
        }
        try {
            XmlFragment metadata = XmlFragments.parse(bytes);
            if (SavedRecord.is(metadata)) {
                saved(metadata, file.toString(), bytes, receiver);
                return;
            }
            MetadataFormat format = naming.format(metadata, null);
            boolean deleted = isDeleted(format, metadata);
            receiver.record(format, new OaiRecord(new Header(identifier, Datestamp.received(""), List.of(), deleted),
                    deleted ? null : metadata), file.toString());
            if (!deleted) {
                Validity validity = new Validity();
                validity.check(metadata, file.toString());
                validity.report(receiver);
            }
            if (!KnownFormats.isKnown(format.namespace())) {
                outline.mostRepeated().ifPresent(most -> receiver.note(hint(file, most)));
            }
        } catch (OaiFormatException failure) {
            receiver.refused(identifier, file.toString(), reason(failure), bytes);
        }
    }

    private static String hint(InputFile file, Map.Entry<String, Long> most) {
        return file + " was imported as one record. It contains " + most.getValue() + " elements '" + most.getKey()
                + "': if each is a record, import it with --record-element " + most.getKey();
    }

    private void each(InputFile file, XmlRecords records, RecordReceiver receiver) throws IOException, OaiFormatException {
        try (InputStream in = Utf8Document.of(file.open())) {
            receiver.collection();
            XmlSplitter splitter = new XmlSplitter(in, records);
            boolean unnamed = false;
            Validity validity = new Validity();
            long held = 0;
            XmlSplitter.Slice first = splitter.next();
            for (XmlSplitter.Slice slice = first; slice != null;) {
                XmlSplitter.Slice current = slice;
                held++;
                OaiFormatException broken = null;
                try {
                    slice = splitter.next();
                } catch (OaiFormatException failure) {
                    slice = null;
                    broken = failure;
                }
                boolean alone = held == 1 && slice == null;
                unnamed |= record(file, current, alone && broken == null, validity, receiver);
                if (broken != null || slice == null) {
                    validity.report(receiver);
                }
                if (broken != null) {
                    throw broken;
                }
            }
            if (held == 0) {
                throw new OaiFormatException("the document has no element '" + records.named() + "'", -1);
            }
            if (unnamed) {
                receiver.note(
                        "records in " + file + " have no identifier: it is derived from their content, so a changed record"
                                + " becomes another item");
            }
        }
    }

    /** Takes a record of the protocol, which has its own identifier, datestamp and sets. */
    private void saved(XmlFragment element, String where, byte[] raw, RecordReceiver receiver) throws OaiFormatException {
        OaiRecord record = SavedRecord.read(element);
        XmlFragment metadata = record.metadata();
        if (metadata == null && !record.deleted()) {
            receiver.refused(record.identifier().isEmpty() ? null : record.identifier(), where,
                    "it has neither metadata nor the status deleted", raw);
            return;
        }
        receiver.record(metadata == null ? naming.formatOfDeleted(null) : naming.format(metadata, null), record, where);
    }

    /** Returns whether the record had to be named by its content. */
    private boolean record(InputFile file, XmlSplitter.Slice slice, boolean alone, Validity validity,
            RecordReceiver receiver) {
        Place place = new Place(file.toString(), "line", slice.line());
        XmlFragment metadata;
        try {
            metadata = slice.fragment();
            if (SavedRecord.is(metadata)) {
                saved(metadata, place.toString(), slice.bytes(), receiver);
                return false;
            }
        } catch (OaiFormatException failure) {
            receiver.refused(null, place.toString(), reason(failure), slice.bytes());
            return false;
        }
        String own = RecordName.of(metadata).orElse(null);
        String identifier = own != null
                ? naming.identifier(own)
                : naming.localIdentifier(alone ? file.stem() : RecordName.ofContent(metadata));
        Place before = seen.put(identifier, place);
        if (before != null) {
            receiver.refused(identifier, place.toString(),
                    "it has the same identifier as " + before + ", which is kept: " + identifier, slice.bytes());
            return false;
        }
        MetadataFormat format = naming.format(metadata, null);
        boolean deleted = isDeleted(format, metadata);
        if (!deleted) {
            validity.check(metadata, place.toString());
        }
        receiver.record(format, new OaiRecord(new Header(identifier, Datestamp.received(""), List.of(), deleted),
                deleted ? null : metadata), place.toString());
        return own == null && !alone;
    }

    private static boolean isDeleted(MetadataFormat format, XmlFragment metadata) {
        return format.namespace().equals(Namespaces.MARC21) && RecordName.isDeletedMarc(metadata);
    }

    private static String reason(OaiFormatException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.contains("entity") ? message + "; a DOCTYPE is skipped together with its declarations" : message;
    }
}
