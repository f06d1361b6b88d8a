package dev.sheaf.transfer.imports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.fulltext.IndexedXml;
import dev.sheaf.fulltext.MalformedIndexException;
import dev.sheaf.fulltext.TermVector;
import dev.sheaf.fulltext.TermsXml;
import dev.sheaf.fulltext.ciff.CiffDescription;
import dev.sheaf.fulltext.ciff.CiffReader;
import dev.sheaf.fulltext.ciff.CiffVectors;
import dev.sheaf.transfer.imports.rows.Place;

/**
 * Reader of indices in the Common Index File Format. Each document becomes a combined record {@code oai_dc__tf_basic}. The file only has
 * the name of a document, which becomes its title and identifier in Dublin Core.
 *
 * <p>All lists of a file are checked before its first document is received.
 */
final class CiffFileReader implements FileReader {

    /** Extension of the names of such files, without that of the compression. */
    static final String ENDING = ".ciff";

    private static final IndexFormat INDEX = IndexFormat.TF_BASIC;
    /** Share of the heap for postings. Further postings of a file are sorted in temporary files. */
    private static final int PART_OF_HEAP = 16;

    private final Naming naming;
    private final SeenIdentifiers seen;
    private long documents;

    /** Creates a reader of one file. */
    CiffFileReader(Naming naming, SeenIdentifiers seen) {
        this.naming = naming;
        this.seen = seen;
    }

    @Override
    public void read(InputFile file, RecordReceiver receiver) throws IOException, OaiFormatException {
        Path folder = Files.createTempDirectory("sheaf-ciff");
        try (CiffReader reader = CiffReader.open(file.open());
                CiffVectors vectors = new CiffVectors(reader, folder, Runtime.getRuntime().maxMemory() / PART_OF_HEAP,
                        CiffDescription.analyzer(reader.header().description()))) {
            receiver.collection();
            MetadataFormat format = INDEX.combinedFormat(MetadataPrefix.OAI_DC.value());
            vectors.read((name, vector) -> receive(file, name, vector, format, receiver));
            if (vectors.shortLengths() > 0) {
                receiver.warning(file.toString(), vectors.shortLengths() + " documents state a length below the sum of their"
                        + " frequencies, as files with lengths that Lucene has rounded do. The sum is used instead");
            }
        } catch (MalformedIndexException failure) {
            throw new OaiFormatException(String.valueOf(failure.getMessage()), -1);
        } finally {
            Files.deleteIfExists(folder);
        }
    }

    private void receive(InputFile file, String name, TermVector vector, MetadataFormat format, RecordReceiver receiver) {
        Place place = new Place(file.toString(), "document", ++documents);
        String identifier = naming.identifier(name);
        Place before = seen.put(identifier, place);
        if (before != null) {
            receiver.refused(identifier, place.toString(),
                    "it has the same identifier as " + before + ", which is kept: " + identifier, new byte[0]);
            return;
        }
        byte[] description = new DublinCoreWriter().add("title", name, null).add("identifier", name, null).end().utf8();
        receiver.record(format, new OaiRecord(new Header(identifier, Datestamp.received(""), List.of(), false),
                XmlFragment.of(IndexedXml.join(description, TermsXml.write(vector, INDEX), INDEX))), place.toString());
    }
}
