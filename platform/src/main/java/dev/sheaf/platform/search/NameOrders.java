package dev.sheaf.platform.search;

import java.util.List;

import dev.sheaf.formats.normalise.PersonName;

/** Orders in which people write a name: {@code Woolf, Virginia} and {@code Virginia Woolf}. */
final class NameOrders {

    /** Longest name. Longer values are lists of names or notes. */
    private static final int LONGEST = 120;

    private NameOrders() {}

    /** Returns a name in the other usual orders; empty for corporate bodies and for names of one word. */
    static List<String> others(String text) {
        if (text.length() > LONGEST || text.indexOf(' ') < 0) {
            return List.of();
        }
        return PersonName.read(text).filter(name -> !name.given().isEmpty()).map(name -> {
            String family = name.family();
            int particle = Math.max(family.lastIndexOf(' '), 0);
            boolean inverted = text.indexOf(',') > 0;
            String other = inverted ? name.given() + ' ' + family : family + ' ' + name.given();
            // Both "Gogh, Vincent van" and "van Gogh, Vincent" are usual.
            return particle == 0 || !Character.isLowerCase(family.charAt(0))
                    ? List.of(other)
                    : List.of(other, family + ' ' + name.given(),
                            family.substring(particle + 1) + ' ' + name.given() + ' ' + family.substring(0, particle));
        }).orElse(List.of());
    }
}
