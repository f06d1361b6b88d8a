package dev.sheaf.platform.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.core.xml.Prolog;
import dev.sheaf.provider.ServedResponse;

/** The body of a protocol response. Everything that it needs has been read, so that no failure of the repository can cut it short. */
sealed interface OaiBody extends CodedBody.Content {

    /**
     * Returns the body of a response.
     *
     * @param prolog in front of it
     * @param coding that of the segments, if the response has any
     * @param memory for putting together pages that go out plain
     */
    static OaiBody of(ServedResponse<SegmentCache.Packed> response, Prolog prolog, ContentCoding coding, PlainPage.Pool memory) {
        return switch (response) {
            case ServedResponse.Whole<SegmentCache.Packed>(OaiResponse whole) -> new Coded(whole, prolog, coding);
            case ServedResponse.Page<SegmentCache.Packed> page -> new Stitched(page, prolog, coding, memory);
        };
    }

    /**
     * Does all that takes a processor's time: what is left is to copy bytes to the connection. A list of records that does not come in
     * segments is too large to be held twice; it is rendered while it is sent.
     */
    default OaiBody made() throws IOException {
        return this;
    }

    /** Written and compressed before. */
    record Made(byte[] bytes) implements OaiBody {

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write(bytes);
        }
    }

    /** Written record by record and compressed as it goes. */
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

    /** Put together from segments that were compressed before. */
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
