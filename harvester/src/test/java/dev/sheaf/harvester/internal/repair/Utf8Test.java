package dev.sheaf.harvester.internal.repair;

import java.nio.charset.Charset;
import java.util.Arrays;

import org.junit.jupiter.api.Test;

import dev.sheaf.harvester.repair.EncodingException;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class Utf8Test {

    private static final String ELEMENT = "\n<a>Łódź, café, 東京, 😀</a>";

    private static String read(byte[] body, String contentType) throws EncodingException {
        return new String(Utf8.of(body, contentType), UTF_8);
    }

    private static String declared(String encoding) {
        return "<?xml version=\"1.0\" encoding=\"" + encoding + "\"?>";
    }

    @Test
    void utf8_isUnchanged() throws EncodingException {
        byte[] body = (declared("UTF-8") + ELEMENT).getBytes(UTF_8);
        assertThat(Utf8.of(body, "text/xml")).isSameAs(body);
    }

    @Test
    void byteOrderMark_isRemoved() throws EncodingException {
        assertThat(read(("\ufeff" + declared("UTF-8") + ELEMENT).getBytes(UTF_8), "")).isEqualTo(declared("UTF-8") + ELEMENT);
    }

    @Test
    void utf16WithAndWithoutAByteOrderMark_isRead() throws EncodingException {
        String document = declared("UTF-16") + ELEMENT;
        assertThat(read(document.getBytes(UTF_16), "")).isEqualTo(declared("UTF-8") + ELEMENT);
        assertThat(read(document.getBytes(UTF_16LE), "")).isEqualTo(declared("UTF-8") + ELEMENT);
        assertThat(read(document.getBytes(UTF_16BE), "")).isEqualTo(declared("UTF-8") + ELEMENT);
    }

    @Test
    void xmlDeclaration_decidesTheEncoding() throws EncodingException {
        String latin = "<a>café</a>";
        assertThat(read((declared("ISO-8859-1") + latin).getBytes(ISO_8859_1), "text/xml; charset=UTF-8"))
                .isEqualTo(declared("UTF-8") + latin);
        String polish = "<a>Łódź</a>";
        assertThat(read((declared("windows-1250") + polish).getBytes(Charset.forName("windows-1250")), ""))
                .isEqualTo(declared("UTF-8") + polish);
    }

    @Test
    void contentTypeDecides_onlyIfTheBytesAreNotUtf8() throws EncodingException {
        String latin = "<a>café</a>";
        assertThat(read(latin.getBytes(ISO_8859_1), "text/xml; charset=\"iso-8859-1\"")).isEqualTo(latin);
        assertThat(read(latin.getBytes(UTF_8), "text/xml;charset=ISO-8859-1;x=y")).isEqualTo(latin);
    }

    @Test
    void unknownEncoding_isReportedWithItsName() {
        assertThatThrownBy(() -> read((declared("EBCDIC-KLINGON") + "<a/>").getBytes(UTF_8), ""))
                .hasMessageContaining("'EBCDIC-KLINGON'");
        assertThatThrownBy(() -> read((declared(" ?") + "<a/>").getBytes(UTF_8), "")).isInstanceOf(EncodingException.class);
    }

    @Test
    void invalidBytes_areReportedWithTheirPlace() {
        byte[] cut = Arrays.copyOf((declared("UTF-16") + "<a/>").getBytes(UTF_16), 99);
        assertThatThrownBy(() -> read(cut, "")).hasMessageContaining("UTF-16").hasMessageContaining("bytes from");
    }

    @Test
    void emptyBody_isAccepted() throws EncodingException {
        assertThat(read(new byte[0], "text/xml; charset=x-unheard-of")).isEmpty();
    }
}
