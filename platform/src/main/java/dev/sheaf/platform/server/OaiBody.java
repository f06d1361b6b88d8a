package dev.sheaf.platform.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.core.xml.Prolog;
import dev.sheaf.provider.ServedResponse;

/** The body of a protocol response. All its data has been read, so that no failure of the repository can truncate it. */
sealed interface OaiBody extends CodedBody.Content {

    /**
     * Returns the body of a response.
     *
     * @param prolog prolog of the document
     * @param coding coding of the segments, if the response has any
     * @param memory memory in which plain pages are assembled
     */
    static OaiBody of(ServedResponse<SegmentCache.Packed> response, Prolog prolog, ContentCoding coding, PlainPage.Pool memory) {
        return switch (response) {
            case ServedResponse.Whole<SegmentCache.Packed>(OaiResponse whole) -> new Coded(whole, prolog, coding);
            case ServedResponse.Page<SegmentCache.Packed> page -> new Stitched(page, prolog, coding, memory);
        };
    }

    /**
     * Does all computation, so that only bytes have to be copied to the connection. A list of records without segments is too large to be
     * held twice; it is rendered while it is sent.
     */
    default OaiBody made() throws IOException {
        return this;
    }

    /** A body that is already written and compressed. */
    record Made(byte[] bytes) implements OaiBody {

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write(bytes);
        }
    }

    /** A body that is written record by record and compressed meanwhile. */
    record Coded(OaiResponse response, Prolog prolog, ContentCoding coding) implements OaiBody {

        @Override
        public OaiBody made() throws IOException {
            if (response.answer() instanceof OaiResponse.ListRecords) {
                return this;
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            writeTo(bytes);
            return new Made(bytes.toByteArray());
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            try (OutputStream coded = coding.encode(out)) {
                OaiWriter.write(response, prolog, coded);
            }
        }
    }

    /** A body that is assembled from compressed segments. */
    record Stitched(ServedResponse.Page<SegmentCache.Packed> page, Prolog prolog, ContentCoding coding,
            PlainPage.Pool memory) implements OaiBody {

        @Override
        public void writeTo(OutputStream out) throws IOException {
            try (StitchedBody stitched = StitchedBody.in(coding, out, memory)) {
                OaiWriter.writePage(page.responseDate(), page.request(), page.envelope(), () -> {
                    for (SegmentCache.Packed segment : page.segments()) {
                        stitched.append(segment);
                    }
                }, page.resumptionToken(), prolog, stitched);
            }
        }
    }
}
