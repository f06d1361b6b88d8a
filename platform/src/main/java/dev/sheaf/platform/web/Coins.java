package dev.sheaf.platform.web;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.sheaf.core.OneLine;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.formats.dublincore.NormalisedRecord;
import dev.sheaf.formats.normalise.Normalised.Reading;
import dev.sheaf.formats.normalise.WorkIdentifier;

/**
 * A record as a context object in a page (COinS: ContextObjects in Spans), for reference managers: the value of the attribute {@code title} of a
 * {@code span} with the class {@code Z3988}, in the KEV format of OpenURL 1.0 (ANSI/NISO Z39.88-2004) for Dublin Core.
 */
public final class Coins {

    private static final String BEGINNING = "ctx_ver=Z39.88-2004&rft_val_fmt=info%3Aofi%2Ffmt%3Akev%3Amtx%3Adc";
    private static final Pattern WEB = Pattern.compile("(?i)https?://[^\\s<>\"]+");
    private static final int MOST_CREATORS = 10;
    private static final int MOST_IDENTIFIERS = 5;
    private static final int LONGEST_VALUE = 500;

    private Coins() {}

    /**
     * Returns the context object of a record, not escaped for HTML; values are cut after 500 characters.
     *
     * @param identifier identifier of the item
     * @param hubUrl public address of the hub, which names the referrer
     */
    public static String of(DublinCore dc, String identifier, String hubUrl) {
        StringBuilder kev = new StringBuilder(BEGINNING);
        String host = Optional.ofNullable(URI.create(hubUrl).getHost()).orElse("localhost");
        add(kev, "rfr_id", "info:sid/" + host + ":sheaf");
        names(dc).forEach(name -> add(kev, "rft_id", name));
        some(kev, dc, Element.TITLE, 1);
        some(kev, dc, Element.CREATOR, MOST_CREATORS);
        some(kev, dc, Element.DATE, 1);
        some(kev, dc, Element.PUBLISHER, 1);
        some(kev, dc, Element.TYPE, 1);
        some(kev, dc, Element.LANGUAGE, 1);
        some(kev, dc, Element.SOURCE, 1);
        add(kev, "rft.identifier", identifier);
        return kev.toString();
    }

    /** Returns addresses and other names of the described work. */
    private static List<String> names(DublinCore dc) {
        List<String> names = new ArrayList<>();
        List<Reading<WorkIdentifier>> own = NormalisedRecord.ownIdentifiers(dc);
        for (String text : dc.texts(Element.IDENTIFIER)) {
            if (text.length() > LONGEST_VALUE || names.size() >= MOST_IDENTIFIERS) {
                continue;
            }
            own.stream().filter(reading -> reading.original().equals(text)).map(reading -> name(reading.value()))
                    .flatMap(Optional::stream).limit(1).forEach(names::add);
            if (WorkIdentifier.in(text).isEmpty() && WEB.matcher(text.strip()).matches()) {
                names.add(text.strip());
            }
        }
        return names;
    }

    private static Optional<String> name(WorkIdentifier work) {
        return switch (work.scheme()) {
            case DOI -> Optional.of("info:doi/" + work.value());
            case HANDLE -> Optional.of("info:hdl/" + work.value());
            case PMID -> Optional.of("info:pmid/" + work.value());
            case ARXIV -> Optional.of("info:arxiv/" + work.value());
            case ISBN, ISSN -> Optional.of("urn:" + work.scheme().name() + ":" + work.value());
            case URN -> Optional.of(work.value());
            case ARK, OAI, ORCID -> Optional.empty();
        };
    }

    private static void some(StringBuilder kev, DublinCore dc, Element element, int most) {
        dc.texts(element).stream().limit(most).forEach(text -> add(kev, "rft." + element.text(), text));
    }

    private static void add(StringBuilder kev, String key, String value) {
        kev.append('&').append(key).append('=')
                .append(URLEncoder.encode(OneLine.beginning(value, LONGEST_VALUE), StandardCharsets.UTF_8));
    }
}
