package dev.sheaf.validator.outside;

import java.util.List;
import java.util.function.Predicate;

import static dev.sheaf.validator.outside.OutsideRow.must;

/** Faults of deleted records. */
final class DeletionRows {

    private static final String DELETION = "S2.5.1";
    private static final String AREA = "deletions";

    private DeletionRows() {}

    static List<OutsideRow> rows() {
        return List.of(
                absent("deletions-absent-with-from", "lists with from lack deleted records", OutsideQuery::hasFrom),
                absent("deletions-absent-with-until", "lists with until lack deleted records", OutsideQuery::hasUntil),
                absent("deletions-absent-with-set", "lists of sets lack deleted records", OutsideQuery::hasSet),
                absent("deletions-absent-with-from-and-set", "lists with from and set lack deleted records",
                        q -> q.hasFrom() && q.hasSet()),
                absent("deletions-absent-with-from-and-until", "lists with from and until lack deleted records",
                        q -> q.hasFrom() && q.hasUntil()),
                absent("deletions-absent-from-identifiers", "ListIdentifiers lacks deleted records",
                        q -> q.is("ListIdentifiers")),
                absent("deletions-absent-from-records", "ListRecords lacks deleted records", q -> q.is("ListRecords")),
                absent("deletions-absent-from-records-with-from", "ListRecords with from lacks deleted records",
                        q -> q.is("ListRecords") && q.hasFrom()),
                absent("deletions-absent-from-identifiers-with-from", "ListIdentifiers with from lacks deleted records",
                        q -> q.is("ListIdentifiers") && q.hasFrom()),
                absent("deletions-only-with-from", "whole lists lack deleted records, lists with from have them",
                        q -> !q.hasFrom()),
                must("deletions-absent-from-later-pages", DELETION, AREA, "deleted records show on first pages only",
                        p -> p.pages = (q,
                                found) -> q.start() == 0 ? found : found.stream().filter(i -> !i.isDeleted()).toList()),
                must("get-of-deleted-is-unknown", DELETION, AREA, "GetRecord of a deleted record is idDoesNotExist",
                        p -> p.errors = (c, found) -> c.is("GetRecord") && isDeleted(p, c)
                                ? List.of(new OutsideError("idDoesNotExist", "gone"))
                                : found),
                must("get-of-deleted-is-no-format", DELETION, AREA, "GetRecord of a deleted record is cannotDisseminateFormat",
                        p -> p.errors = (c, found) -> c.is("GetRecord") && isDeleted(p, c)
                                ? List.of(new OutsideError("cannotDisseminateFormat", "gone"))
                                : found),
                must("get-of-deleted-is-live", DELETION, AREA, "GetRecord gives the metadata of a deleted record", p -> {
                    p.gets = (q, found) -> found.stream().map(i -> i.deleted(false)).toList();
                }),
                must("deleted-as-live-in-identifiers", DELETION, AREA, "ListIdentifiers shows deleted records as live ones",
                        p -> p.shows = (q, i) -> q.is("ListIdentifiers") ? i.deleted(false) : i),
                must("deletions-though-none", DELETION, AREA, "deletedRecord is no, but there are deleted records",
                        p -> p.deletions = "no"),
                must("deletions-though-none-in-get", DELETION, AREA, "deletedRecord is no, but GetRecord shows a deleted record",
                        p -> {
                            p.deletions = "no";
                            p.lists = (q, found) -> found.stream().filter(i -> !i.isDeleted()).toList();
                            p.gets = (q, found) -> found.stream().map(i -> i.number() == 30 ? i.deleted(true) : i).toList();
                        }),
                must("deleted-with-metadata", DELETION, AREA, "deleted records have metadata",
                        p -> p.metadata = (q, i) -> OutsideProvider.metadataOf(q.prefix(), i)),
                must("deleted-with-about", DELETION, AREA, "deleted records have about",
                        p -> p.about = (q, i) -> i.isDeleted() ? OutsideText.provenance(OutsideText.origin()) : ""),
                must("deleted-in-capitals", DELETION, AREA, "the status is Deleted",
                        p -> p.xml = (c, t) -> t.replace("status=\"deleted\"", "status=\"Deleted\"")),
                must("deleted-before-earliest", "S4.2", AREA, "a deletion is older than earliestDatestamp",
                        p -> p.items(i -> i.number() == 4 ? i.stamped("2023-05-05T06:15:30Z") : i)),
                must("deleted-stamp-differs", DELETION, AREA, "a deletion has another datestamp in GetRecord",
                        p -> p.gets = (q, found) -> found.stream()
                                .map(i -> i.isDeleted() ? i.stamped("2024-05-05T05:05:05Z") : i).toList()),
                must("status-active", "S2.5", AREA, "live records have the status active",
                        p -> p.xml = (c, t) -> t.replace("<header>", "<header status=\"active\">")));
    }

    private static boolean isDeleted(OutsideProvider provider, OutsideCall call) {
        return provider.items.stream().anyMatch(i -> i.isDeleted() && i.identifier().equals(call.value("identifier")));
    }

    private static OutsideRow absent(String name, String description, Predicate<OutsideQuery> when) {
        return must(name, DELETION, AREA, description, p -> p.lists = (q, found) -> when.test(q)
                ? found.stream().filter(i -> !i.isDeleted()).toList()
                : found);
    }
}
