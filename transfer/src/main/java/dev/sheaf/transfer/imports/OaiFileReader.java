package dev.sheaf.transfer.imports;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.transfer.imports.xml.OaiFileSplitter;
import dev.sheaf.transfer.imports.xml.Utf8Document;

/** Reader of ListRecords and GetRecord responses of any length, such as the output of {@code export}. */
final class OaiFileReader implements FileReader {

    /** Number of records that are parsed together: enough to make the envelope around them cheap, and few enough for memory. */
    private static final int PORTION = 200;
    private static final int PORTION_BYTES = 2 << 20;

    private final Naming naming;

    OaiFileReader(Naming naming) {
        this.naming = naming;
    }

    @Override
    public void read(InputFile file, RecordReceiver receiver) throws IOException, OaiFormatException {
        try (InputStream in = Utf8Document.of(file.open())) {
            OaiFileSplitter splitter = new OaiFileSplitter(in);
            List<OaiFileSplitter.Slice> portion = new ArrayList<>();
            int bytes = 0;
            try {
                for (OaiFileSplitter.Slice slice = splitter.next(); slice != null; slice = splitter.next()) {
                    portion.add(slice);
                    bytes += slice.bytes().length;
                    if (portion.size() == PORTION || bytes > PORTION_BYTES) {
                        deliver(file, splitter, portion, receiver);
                        portion.clear();
                        bytes = 0;
                    }
                }
            } finally {
                // Records that were complete before the early end of the file are used.
                deliver(file, splitter, portion, receiver);
            }
            if (!splitter.answer().equals("ListRecords") && !splitter.answer().equals("GetRecord")) {
                withoutRecords(file, splitter, receiver);
            }
        }
    }

    /**
     * Reports a response without records. A folder of saved responses also contains other verbs and empty lists; only an error may mean
     * that records are missing.
     */
    private static void withoutRecords(InputFile file, OaiFileSplitter splitter, RecordReceiver receiver)
            throws OaiFormatException {
        if (OaiReader.read(splitter.head()).answer() instanceof OaiResponse.Errors errors) {
            if (!errors.has(OaiError.Code.NO_RECORDS_MATCH)) {
                OaiError first = errors.errors().getFirst();
                throw new OaiFormatException("the response is an error: " + first.code() + " (" + first.message() + ")", -1);
            }
        } else if (file.chosen()) {
            throw new OaiFormatException("the response contains no records but " + splitter.answer(), -1);
        }
        receiver.passedOver(file.toString(), "the response contains no records (" + splitter.answer() + ")");
    }

    private void deliver(InputFile file, OaiFileSplitter splitter, List<OaiFileSplitter.Slice> portion, RecordReceiver receiver) {
        if (portion.isEmpty()) {
            return;
        }
        try {
            OaiResponse response = parse(splitter, portion);
            List<OaiRecord> records = records(response);
            if (records.size() == portion.size()) {
                for (int i = 0; i < records.size(); i++) {
                    receive(response, records.get(i), place(file, portion.get(i)), portion.get(i), receiver);
                }
                return;
            }
        } catch (OaiFormatException _) {
            // One of the records is broken; the search below finds it.
        }
        for (OaiFileSplitter.Slice slice : portion) {
            try {
                OaiResponse response = parse(splitter, List.of(slice));
                List<OaiRecord> records = records(response);
                if (records.isEmpty()) {
                    throw new OaiFormatException("no record", -1);
                }
                receive(response, records.getFirst(), place(file, slice), slice, receiver);
            } catch (OaiFormatException failure) {
                receiver.refused(null, place(file, slice), String.valueOf(failure.getMessage()), slice.bytes());
            }
        }
    }

    private void receive(OaiResponse response, OaiRecord record, String place, OaiFileSplitter.Slice slice,
            RecordReceiver receiver) {
        XmlFragment metadata = record.metadata();
        if (metadata == null && !record.deleted()) {
            receiver.refused(record.identifier().isEmpty() ? null : record.identifier(), place,
                    "it has neither metadata nor the status deleted", slice.bytes());
            return;
        }
        receiver.record(format(metadata, response.request().arguments().get("metadataPrefix")), record, place);
    }

    /**
     * Returns the format of a record. The namespace of the metadata's root decides. The prefix of the request is only a hint, except for
     * records without metadata.
     */
    private MetadataFormat format(@Nullable XmlFragment metadata, @Nullable String requested) {
        MetadataPrefix prefix = requested == null || requested.isEmpty() ? null : new MetadataPrefix(requested);
        if (metadata != null) {
            return naming.format(metadata, prefix);
        }
        return naming.formatOfDeleted(prefix);
    }

    private static String place(InputFile file, OaiFileSplitter.Slice slice) {
        return file + ", line " + slice.line();
    }

    private static OaiResponse parse(OaiFileSplitter splitter, List<OaiFileSplitter.Slice> slices) throws OaiFormatException {
        ByteArrayOutputStream document = new ByteArrayOutputStream();
        document.writeBytes(splitter.head());
        slices.forEach(slice -> document.writeBytes(slice.bytes()));
        document.writeBytes(splitter.tail());
        return OaiReader.read(document.toByteArray());
    }

    private static List<OaiRecord> records(OaiResponse response) {
        return switch (response.answer()) {
            case OaiResponse.ListRecords list -> list.records();
            case OaiResponse.GetRecord one -> List.of(one.record());
            case OaiResponse.Errors _,OaiResponse.Identify _,OaiResponse.ListMetadataFormats _,OaiResponse.ListIndexFormats _,OaiResponse.ListSets _,OaiResponse.ListIdentifiers _ -> List
                    .of();
        };
    }
}
