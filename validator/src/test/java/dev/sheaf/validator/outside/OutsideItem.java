package dev.sheaf.validator.outside;

import java.util.List;

/**
 * An item with one datestamp for all its records. Immutable.
 *
 * @param number position in the repository, from 0
 * @param identifier of the item
 * @param stamp datestamp as written in the header
 * @param sets setSpecs of the header
 * @param isDeleted true if all its records are deleted
 * @param formats prefixes in which it has records
 */
record OutsideItem(int number, String identifier, String stamp, List<String> sets, boolean isDeleted, List<String> formats) {

    OutsideItem withIdentifier(String other) {
        return new OutsideItem(number, other, stamp, sets, isDeleted, formats);
    }

    OutsideItem stamped(String other) {
        return new OutsideItem(number, identifier, other, sets, isDeleted, formats);
    }

    OutsideItem in(List<String> other) {
        return new OutsideItem(number, identifier, stamp, other, isDeleted, formats);
    }

    OutsideItem deleted(boolean other) {
        return new OutsideItem(number, identifier, stamp, sets, other, formats);
    }

    OutsideItem with(List<String> other) {
        return new OutsideItem(number, identifier, stamp, sets, isDeleted, other);
    }
}
