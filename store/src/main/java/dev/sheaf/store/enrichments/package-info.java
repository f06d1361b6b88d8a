/**
 * Additions of services to harvested items: enrichments, such as extracted text, and relations between items, such as citations. They are
 * kept apart from the records and never change a record, its hash or its datestamp.
 */
@NullMarked
package dev.sheaf.store.enrichments;

import org.jspecify.annotations.NullMarked;
