package dev.sheaf.formats.normalise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Normalised values of a record. Values that could not be read are missing here and remain in the record.
 *
 * @param dates in the order given
 * @param languages each once
 * @param names creators and contributors who are people
 * @param bodies creators and contributors that are corporate bodies: universities, firms, committees
 * @param types each once
 * @param formats each once
 * @param identifiers those that are used beyond one repository, each once, with what they identify
 */
public record Normalised(List<Reading<DateSpan>> dates, List<Reading<LanguageCode>> languages, List<Reading<PersonName>> names,
        List<Reading<CorporateBody>> bodies, List<Reading<ResourceType>> types, List<Reading<MediaType>> formats,
        List<Reading<NamedIdentifier>> identifiers) {

    private static final Pattern EMBARGO = Pattern.compile("embargo", Pattern.CASE_INSENSITIVE);
    private static final Pattern TIME_OF_DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}[T ](?!00:00(?::00)?)\\d{2}:\\d{2}");
    /** A year that runs into letters, such as 1774mau. */
    private static final Pattern FRAGMENT = Pattern.compile("\\d{4}\\p{L}{2}");

    /** Values of a record in which nothing could be read. */
    public static final Normalised NONE = new Normalised(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
            List.of());

    /**
     * Normalised value next to the original one.
     *
     * @param original text as received
     * @param value its normalised value
     */
    public record Reading<T>(String original, T value) {}

    /** Roles of the fields of Dublin Core. */
    public enum Field {
        DATE,
        LANGUAGE,
        NAME,
        TYPE,
        FORMAT,
        /** Identifiers of the work itself. */
        IDENTIFIER,
        /** Works that have to do with this one. */
        RELATION,
        /** A work from which this one is taken: its journal, or the original. */
        SOURCE
    }

    public Normalised {
        dates = List.copyOf(dates);
        languages = List.copyOf(languages);
        names = List.copyOf(names);
        bodies = List.copyOf(bodies);
        types = List.copyOf(types);
        formats = List.copyOf(formats);
        identifiers = List.copyOf(identifiers);
    }

    /**
     * Returns the date whose year is that of the item; empty if no date could be read. It is the first one, unless that is a time of day, which
     * systems write when they take or change a record, the end of an embargo, or a text of which only a year could be read, and another date
     * is not.
     */
    public Optional<DateSpan> ofItem() {
        return dates.stream().min(Comparator.comparingInt(date -> doubt(date))).map(Reading::value);
    }

    private static int doubt(Reading<DateSpan> date) {
        return (EMBARGO.matcher(date.original()).find() ? 4 : 0) + (TIME_OF_DAY.matcher(date.original()).find() ? 2 : 0)
                + (FRAGMENT.matcher(date.original()).find() ? 1 : 0);
    }

    /** Returns whether nothing could be read. */
    public boolean isEmpty() {
        return equals(NONE);
    }

    /** Reader of the values of one record, one after the other. Used by one thread. */
    public static final class Reader {

        private final List<Reading<DateSpan>> dates = new ArrayList<>();
        private final List<Reading<LanguageCode>> languages = new ArrayList<>();
        private final List<Reading<PersonName>> names = new ArrayList<>();
        private final List<Reading<CorporateBody>> bodies = new ArrayList<>();
        private final List<Reading<ResourceType>> types = new ArrayList<>();
        private final List<Reading<MediaType>> formats = new ArrayList<>();
        private final IdentifierReader identifiers = new IdentifierReader();
        private final Set<Object> seen = new LinkedHashSet<>();

        /** Reads a value. */
        public void read(Field field, String text) {
            switch (field) {
                case DATE -> DateSpan.read(text).ifPresent(adding(text, dates));
                case LANGUAGE -> LanguageCode.read(text).forEach(adding(text, languages));
                case NAME -> {
                    List<PersonName> people = PersonName.all(text);
                    people.forEach(adding(text, names));
                    if (people.isEmpty()) {
                        CorporateBody.read(text).ifPresent(adding(text, bodies));
                    }
                }
                case TYPE -> ResourceType.read(text).ifPresent(adding(text, types));
                case FORMAT -> MediaType.read(text).ifPresent(adding(text, formats));
                case IDENTIFIER, RELATION, SOURCE -> identifiers.read(field, text);
            }
        }

        private <T> Consumer<T> adding(String text, List<Reading<T>> list) {
            return value -> {
                if (seen.add(value)) {
                    list.add(new Reading<>(text, value));
                }
            };
        }

        /** Returns the values read so far. */
        public Normalised result() {
            return new Normalised(dates, languages, names, bodies, types, formats, identifiers.result(types));
        }
    }
}
