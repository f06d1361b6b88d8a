package dev.sheaf.platform.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.repository.RecordRun;
import dev.sheaf.core.repository.RecordRuns;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.core.xml.Prolog;

/**
 * A protocol response on its way out: everything that it needs has been read, so that no failure of the repository can cut it short once
 * it is being written.
 */
sealed interface OaiBody extends CodedBody.Content {

    /** True when it is a page of records that have all changed since the repository cut the page: there is no legal empty list. */
    boolean isEmptyPage();

    /**
     * Reads what a response needs.
     *
     * @param prolog in front of it
     * @param kept where the runs of pages are looked up
     * @param repository tells apart repositories that render the same record in different ways
     */
    static OaiBody prepare(OaiResponse response, Prolog prolog, ContentCoding coding, KeptRuns kept, String repository) {
        if (response.answer() instanceof OaiResponse.ListRecords page && page.records() instanceof RecordRuns inRuns) {
            List<KeptRuns.Packed> runs = new ArrayList<>();
            for (RecordRun run : inRuns.runs()) {
                runs.add(kept.packed(coding, repository, run));
            }
            return new Stitched(response, prolog, coding, runs, kept.memory());
        }
        return new Coded(response, prolog, coding);
    }

    /**
     * The same with all that takes a processor's time done: what is left is to copy bytes to the connection. A list of records that does not come in
     * segments is too large to be held; it is written as it is read.
     */
    default OaiBody made() throws IOException {
        return this;
    }

    /** Written and compressed before. */
    record Made(byte[] bytes, boolean isEmptyPage) implements OaiBody {

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write(bytes);
        }
    }

    /** Written record by record and compressed as it goes. */
    record Coded(OaiResponse response, Prolog prolog, ContentCoding coding) implements OaiBody {

        /** Looking at the size reads the records of a page that comes in runs. */
        @Override
        public boolean isEmptyPage() {
            return switch (response.answer()) {
                case OaiResponse.ListRecords page -> page.records().size() == 0;
                case OaiResponse.ListIdentifiers page -> page.headers().isEmpty();
                case OaiResponse.Errors _,OaiResponse.Identify _,OaiResponse.ListMetadataFormats _,OaiResponse.ListSets _,OaiResponse.GetRecord _ -> false;
            };
        }

        @Override
        public OaiBody made() throws IOException {
            if (response.answer() instanceof OaiResponse.ListRecords) {
                return this;
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            writeTo(bytes);
            return new Made(bytes.toByteArray(), isEmptyPage());
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            try (OutputStream coded = coding.encode(out)) {
                OaiWriter.write(response, prolog, coded, null);
            }
        }
    }

    /** Put together from runs that were compressed before. */
    record Stitched(OaiResponse response, Prolog prolog, ContentCoding coding, List<KeptRuns.Packed> runs,
            PlainPage.Pool memory) implements OaiBody {

        @Override
        public boolean isEmptyPage() {
            return runs.stream().allMatch(run -> run.length() == 0);
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            Queue<KeptRuns.Packed> inOrder = new ArrayDeque<>(runs);
            try (StitchedBody stitched = StitchedBody.in(coding, out, memory)) {
                OaiWriter.write(response, prolog, stitched, _ -> stitched.append(inOrder.remove()));
            }
        }
    }
}
