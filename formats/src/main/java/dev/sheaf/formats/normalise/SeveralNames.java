package dev.sheaf.formats.normalise;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of several people in one value. It returns nothing unless each of them is certainly one person. */
final class SeveralNames {

    private static final int LONGEST = 1_000;
    private static final int MOST = 50;
    private static final Pattern AND_OTHERS = Pattern
            .compile("(?i)[,;]?\\s+(?:et\\.? al\\.?|and others|u\\. ?a\\.|\\[?et al\\.?\\]?)$");
    private static final Pattern BETWEEN = Pattern.compile("\\s*;\\s*|,?\\s+(?:and|und|et|&)\\s+");
    /**
     * Lists with a comma before the last name: "Venturi, Rauch, and Brown" are three family names, "Smith, John, and Jane Doe" two people.
     */
    private static final Pattern SERIAL_COMMA = Pattern.compile("[^,;]+, ([^,;. ]+), (?:and|und|et|&) .*");
    private static final Pattern INITIALS_FIRST = Pattern
            .compile("(?:\\p{Lu}\\.[\\s-]?){1,4}\\s?\\p{Lu}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+)?");

    private SeveralNames() {}

    static List<PersonName> read(String text) {
        if (text.length() > LONGEST) {
            return List.of();
        }
        String people = AND_OTHERS.matcher(text.strip()).replaceFirst("");
        String[] parts = BETWEEN.split(people);
        if (parts.length == 1) {
            return withCommas(people).or(() -> PersonName.read(people).map(List::of)).orElse(List.of());
        }
        Matcher serial = SERIAL_COMMA.matcher(people);
        if (serial.matches() && !GivenNames.has(serial.group(1))) {
            return List.of();
        }
        List<PersonName> names = new ArrayList<>();
        for (String part : parts) {
            if (part.isBlank() && names.size() == parts.length - 1) {
                continue;
            }
            Optional<List<PersonName>> several = withCommas(part);
            // A single word may belong to a firm, such as Howe & Lescaze.
            Optional<List<PersonName>> one = several.isPresent()
                    ? several
                    : PersonName.read(part).filter(name -> !name.given().isEmpty()).map(List::of);
            if (one.isEmpty() || names.size() >= MOST) {
                return List.of();
            }
            names.addAll(one.get());
        }
        return names;
    }

    /** Reads lists such as "J. Smith, A. B. Jones". Each part must begin with initials, because a comma otherwise inverts a name. */
    private static Optional<List<PersonName>> withCommas(String text) {
        String[] parts = text.split(",\\s*", -1);
        if (parts.length < 2 || parts.length > MOST) {
            return Optional.empty();
        }
        List<PersonName> names = new ArrayList<>();
        for (String part : parts) {
            if (!INITIALS_FIRST.matcher(part.strip()).matches()) {
                return Optional.empty();
            }
            PersonName.read(part.strip()).ifPresent(names::add);
        }
        return names.size() == parts.length ? Optional.of(names) : Optional.empty();
    }
}
