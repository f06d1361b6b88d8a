package dev.sheaf.platform.explorer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;

/**
 * The form of a verb, with the arguments that the repository is known to accept as choices.
 *
 * @param verb of the protocol, or one that a reader typed
 * @param fields in the order of the protocol; empty for Identify
 * @param isTyped true if arguments are typed although choices are known
 * @param hasChoices true if there are choices for one of the fields
 * @param tokenHref next page of the list that was seen last; null if there is none
 */
public record VerbForm(String verb, List<Field> fields, boolean isTyped, boolean hasChoices, @Nullable String tokenHref) {

    private static final String DUBLIN_CORE = MetadataPrefix.OAI_DC.value();

    /** The verbs of the protocol in the order of the page. */
    public static final List<String> VERBS = List.of("Identify", "ListMetadataFormats", "ListSets", "ListIdentifiers",
            "ListRecords", "GetRecord");

    /**
     * A field.
     *
     * @param name of the argument
     * @param value asked for; empty for none
     * @param isRequired true if the verb needs it
     * @param choices to choose from; empty for a text field
     */
    public record Field(String name, String value, boolean isRequired, List<Choice> choices) {

        /** Copies the choices. */
        public Field {
            choices = List.copyOf(choices);
        }
    }

    /**
     * One of several values.
     *
     * @param value for the protocol
     * @param label for people
     * @param isChosen true if it was asked for
     */
    public record Choice(String value, String label, boolean isChosen) {}

    /** Copies the fields. */
    public VerbForm {
        fields = List.copyOf(fields);
    }

    /** Returns whether a verb is answered without arguments. */
    public static boolean isPlain(String verb) {
        return !verb.equals("ListRecords") && !verb.equals("ListIdentifiers") && !verb.equals("GetRecord");
    }

    /** Returns the requests whose answers give the choices of a verb, as far as these are not known. */
    static List<Map<String, String>> lacking(String verb, Offer offer) {
        List<Map<String, String>> requests = new ArrayList<>();
        List<String> formats = offer.formats();
        if (!isPlain(verb) && formats == null) {
            requests.add(Map.of("verb", "ListMetadataFormats"));
        }
        boolean isList = verb.equals("ListRecords") || verb.equals("ListIdentifiers");
        if (isList && offer.sets() == null) {
            requests.add(Map.of("verb", "ListSets"));
        }
        boolean isOfItem = verb.equals("GetRecord") || verb.equals("ListMetadataFormats");
        if (isOfItem && offer.identifiers() == null) {
            String prefix = formats == null || formats.isEmpty() || formats.contains(DUBLIN_CORE)
                    ? DUBLIN_CORE
                    : formats.getFirst();
            Map<String, String> list = new LinkedHashMap<>();
            list.put("verb", "ListIdentifiers");
            if (!offer.isEarly()) {
                list.put("metadataPrefix", prefix);
            }
            requests.add(list);
        }
        return requests;
    }

    static VerbForm of(ExplorerQuestion question, Offer offer, ExplorerLinks links) {
        String verb = question.verb();
        Maker maker = new Maker(question);
        List<Field> fields = switch (verb) {
            case "ListMetadataFormats" -> List.of(maker.field("identifier", false, maker.identifiers(offer)));
            case "ListIdentifiers" -> offer.isEarly()
                    ? maker.list(offer, List.of())
                    : maker.list(offer, List.of(maker.field("metadataPrefix", true, maker.formats(offer))));
            case "ListRecords" -> maker.list(offer, List.of(maker.field("metadataPrefix", true, maker.formats(offer))));
            case "GetRecord" -> List.of(maker.field("identifier", true, maker.identifiers(offer)),
                    maker.field("metadataPrefix", true, maker.formats(offer)));
            default -> List.of();
        };
        String token = offer.tokens().get(verb);
        return new VerbForm(verb, fields, question.isTyped(),
                question.isTyped() || fields.stream().anyMatch(field -> !field.choices().isEmpty()),
                token == null ? null : links.next(verb, token, question.prefix()));
    }

    /** Maker of the fields of one question. */
    private record Maker(ExplorerQuestion question) {

        List<Field> list(Offer offer, List<Field> before) {
            List<Field> fields = new ArrayList<>(before);
            fields.add(field("set", false, sets(offer)));
            fields.add(field("from", false, List.of()));
            fields.add(field("until", false, List.of()));
            return fields;
        }

        Field field(String name, boolean isRequired, List<Choice> choices) {
            return new Field(name, question.value(name), isRequired, question.isTyped() ? List.of() : choices);
        }

        List<Choice> formats(Offer offer) {
            List<Choice> choices = new ArrayList<>();
            String asked = question.prefix();
            List<String> formats = offer.formats() == null ? List.of() : offer.formats();
            // Every repository must have it, and everybody can read it.
            String chosen = asked.isEmpty() && formats.contains(DUBLIN_CORE) ? DUBLIN_CORE : asked;
            for (String prefix : formats) {
                choices.add(new Choice(prefix, prefix, prefix.equals(chosen)));
            }
            return withAsked(choices, asked);
        }

        List<Choice> sets(Offer offer) {
            Map<String, String> sets = offer.sets();
            if (sets == null || sets.isEmpty()) {
                return List.of();
            }
            String asked = question.value("set");
            List<Choice> choices = new ArrayList<>();
            choices.add(new Choice("", "", asked.isEmpty()));
            sets.forEach((spec, name) -> choices.add(
                    new Choice(spec, name.isBlank() || name.equals(spec) ? spec : name + " (" + spec + ")", spec.equals(asked))));
            return withAsked(choices, asked);
        }

        List<Choice> identifiers(Offer offer) {
            String asked = question.value("identifier");
            List<Choice> choices = new ArrayList<>();
            for (String identifier : offer.identifiers() == null ? List.<String>of() : offer.identifiers()) {
                choices.add(new Choice(identifier, identifier, identifier.equals(asked)));
            }
            if (!choices.isEmpty() && question.verb().equals("ListMetadataFormats")) {
                choices.addFirst(new Choice("", "", asked.isEmpty()));
            }
            return withAsked(choices, asked);
        }

        /** Adds the value asked for, which may be one that the repository does not offer. */
        private static List<Choice> withAsked(List<Choice> choices, String asked) {
            if (!choices.isEmpty() && !asked.isEmpty() && choices.stream().noneMatch(Choice::isChosen)) {
                choices.add(new Choice(asked, asked, true));
            }
            return choices;
        }
    }
}
