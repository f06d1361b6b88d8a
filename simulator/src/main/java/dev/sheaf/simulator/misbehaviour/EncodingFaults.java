package dev.sheaf.simulator.misbehaviour;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.Reply;

/** Illegal characters, and encodings that differ from the declared ones. */
final class EncodingFaults {

    private static final String DECLARED = " encoding=\"UTF-8\"";
    /** Placeholder in a text for bytes that no text can contain. */
    private static final char MARK = '\uE0F1';
    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    /** Faults that write documents in another encoding than declared, or than UTF-8, and one with letters that few encodings contain. */
    private static final Set<String> ENCODING = Set.of("latin-1-as-utf-8", "windows-1252-as-utf-8", "utf-16-as-utf-8",
            "utf-16-without-mark", "latin-1", "utf-16", "latin-1-without-declaration", "mixed-encodings", "utf-8-as-latin-1",
            "many-bytes-in-one-word");

    private EncodingFaults() {}

    /** Returns true for a fault that changes the encoding of documents; a second one would have no effect. */
    static boolean isEncoding(Misbehaviour one) {
        return ENCODING.contains(one.name());
    }

    private static Misbehaviour of(String name, String description, List<Integer> rows, Expectation expectation,
            Consumer<Stage> plays) {
        return Misbehaviour.of(Misbehaviour.Group.BYTES, name, description, rows, expectation, plays);
    }

    static List<Misbehaviour> all() {
        return List.of(
                of("control-character", "A title holds the control character U+0003, raw.", List.of(1),
                        Expectation.all().altering(5), stage -> stage.inTitle(5, " \u0003 behind")),
                of("substitute-characters", "Twelve titles hold the control character U+001A, raw.", List.of(2),
                        Expectation.all().altering(20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31), stage -> {
                            for (int number = 20; number < 32; number++) {
                                stage.inTitle(number, " \u001a behind");
                            }
                        }),
                of("null-character", "A title holds U+0000, raw and as a reference.", List.of(1),
                        Expectation.all().altering(5), stage -> stage.inTitle(5, " \u0000 and &#0; behind")),
                of("noncharacters", "A title holds U+FFFE and U+FFFF, raw and as references.", List.of(3),
                        Expectation.all().altering(5),
                        stage -> stage.inTitle(5, " \uFFFE \uFFFF &#xfffe; &#65535; behind")),
                of("lone-surrogate", "A title refers to half a character: &#55349;", List.of(4),
                        Expectation.all().altering(5), stage -> stage.inTitle(5, " &#55349; behind")),
                of("surrogate-pair", "A title refers to a character by its two UTF-16 halves: &#55357;&#56832;", List.of(4),
                        Expectation.all().altering(5), stage -> stage.inTitle(5, " &#55357;&#56832; behind")),
                of("surrogates-in-utf-8", "A title holds a character whose UTF-16 halves were written as UTF-8 each.",
                        List.of(4, 6), Expectation.all().altering(5), marked(" " + MARK + " behind", 0xed, 0xa0, 0xbd, 0xed, 0xb8,
                                0x80)),
                of("latin-1-as-utf-8", "Pages say that they are UTF-8 and are ISO 8859-1.", List.of(5),
                        Expectation.all().altering(3), encoded(StandardCharsets.ISO_8859_1, true)),
                of("windows-1252-as-utf-8", "Pages say that they are UTF-8 and are windows-1252.", List.of(5),
                        Expectation.all(), encoded(WINDOWS_1252, true)),
                of("utf-16-as-utf-8", "Pages say that they are UTF-8 and are UTF-16 with a byte order mark.", List.of(5),
                        Expectation.all(), encoded(StandardCharsets.UTF_16, true)),
                of("utf-16-without-mark", "Pages say that they are UTF-8 and are UTF-16 without a byte order mark.", List.of(5),
                        Expectation.all(), encoded(StandardCharsets.UTF_16LE, true)),
                of("latin-1", "Pages are ISO 8859-1, and say so.", List.of(5, 7), Expectation.all().altering(3),
                        encoded(StandardCharsets.ISO_8859_1, false)),
                of("utf-16", "Pages are UTF-16, and say so.", List.of(5, 7), Expectation.all(),
                        encoded(StandardCharsets.UTF_16, false)),
                of("utf-8-as-latin-1", "Pages say that they are ISO 8859-1 and are UTF-8.", List.of(5, 7), Expectation.all(),
                        stage -> stage.document(text -> text.replace(DECLARED, " encoding=\"ISO-8859-1\""))),
                of("header-says-latin-1", "Content-Type says ISO 8859-1; the page says UTF-8 and is.", List.of(5, 7),
                        Expectation.all(), stage -> stage.when(Layer.HTTP, _ -> true,
                                Behaviour.header("Content-Type", "text/xml; charset=ISO-8859-1"))),
                of("unknown-encoding", "Pages say that they are in the encoding \"UTF8-unicode\".", List.of(5, 7),
                        Expectation.all(),
                        stage -> stage.document(text -> text.replace(DECLARED, " encoding=\"UTF8-unicode\""))),
                of("no-declaration", "Pages have no XML declaration, and letters outside ASCII.", List.of(7), Expectation.all(),
                        stage -> stage.document(text -> text.substring(text.indexOf("?>") + 2).stripLeading())),
                of("latin-1-without-declaration", "Pages have no XML declaration and are ISO 8859-1.", List.of(5, 7),
                        Expectation.all().altering(3), stage -> {
                            stage.document(text -> text.substring(text.indexOf("?>") + 2).stripLeading());
                            stage.bytes(body -> new String(body, StandardCharsets.UTF_8).getBytes(StandardCharsets.ISO_8859_1));
                        }),
                of("byte-order-mark", "Pages begin with a byte order mark, twice.", List.of(7), Expectation.all(),
                        stage -> stage.document(text -> "\uFEFF\uFEFF" + text)),
                of("xml-1.1", "Pages say that they are XML 1.1.", List.of(7), Expectation.all(),
                        stage -> stage.document(text -> text.replace("<?xml version=\"1.0\"", "<?xml version=\"1.1\""))),
                of("invalid-utf-8", "A title holds bytes that are not UTF-8.", List.of(6), Expectation.all().altering(5),
                        marked(" " + MARK + " behind", 0xc3, 0x28, 0xff, 0xe2, 0x82)),
                of("cut-character", "A title ends within a character of several bytes.", List.of(6),
                        Expectation.all().altering(5), marked(" and" + MARK, 0xe2, 0x82)),
                of("mixed-encodings", "One record of a page in UTF-8 is in windows-1252.", List.of(5, 6),
                        Expectation.all().altering(3), EncodingFaults::mixed),
                of("many-bytes-in-one-word", "A record has letters of four bytes, and one outside all planes in use.",
                        List.of(6), Expectation.all(), EncodingFaults::astral));
    }

    private static Consumer<Stage> encoded(Charset charset, boolean lying) {
        return stage -> stage.when(Layer.BYTES, _ -> true, (_, reply) -> {
            String text = Stage.text(reply);
            String declared = lying ? text : text.replace(DECLARED, " encoding=\"" + charset.name() + "\"");
            return reply.withBody(declared.getBytes(charset));
        });
    }

    /** Inserts bytes into the title of record 5. */
    private static Consumer<Stage> marked(String inserted, int... bytes) {
        return stage -> {
            stage.inTitle(5, inserted);
            stage.bytes(body -> replaced(body, String.valueOf(MARK).getBytes(StandardCharsets.UTF_8), bytes));
        };
    }

    private static byte[] replaced(byte[] body, byte[] mark, int... bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(body.length);
        for (int at = 0; at < body.length; at++) {
            if (at + mark.length <= body.length && body[at] == mark[0] && body[at + 1] == mark[1] && body[at + 2] == mark[2]) {
                for (int one : bytes) {
                    out.write(one);
                }
                at += mark.length - 1;
            } else {
                out.write(body[at]);
            }
        }
        return out.toByteArray();
    }

    private static void mixed(Stage stage) {
        String identifier = "<identifier>" + SimulatedRecords.identifier(3) + "</identifier>";
        stage.when(Layer.BYTES, _ -> true, (_, reply) -> {
            String text = Stage.text(reply);
            int at = text.indexOf(identifier);
            int end = at < 0 ? -1 : text.indexOf("</record>", at);
            return end < 0 ? reply : inTwoEncodings(reply, text, at, end);
        });
    }

    private static Reply inTwoEncodings(Reply reply, String text, int from, int to) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(text.substring(0, from).getBytes(StandardCharsets.UTF_8));
        out.writeBytes(text.substring(from, to).getBytes(WINDOWS_1252));
        out.writeBytes(text.substring(to).getBytes(StandardCharsets.UTF_8));
        return reply.withBody(out.toByteArray());
    }

    private static void astral(Stage stage) {
        OaiRecord old = SimulatedRecords.record(5);
        XmlFragment metadata = SimulatedRecords.metadata(5, "Title 5 𝄞 𐍈 \uDBFF\uDFFD", "");
        stage.replace(record -> record.identifier().equals(old.identifier()) ? SimulatedRecords.with(record, metadata) : record);
    }
}
