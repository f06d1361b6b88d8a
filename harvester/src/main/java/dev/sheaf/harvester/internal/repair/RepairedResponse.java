package dev.sheaf.harvester.internal.repair;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.store.ReceivedIdentifier;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.harvester.repair.Damaged;
import dev.sheaf.harvester.repair.Reading;
import dev.sheaf.harvester.repair.RepairNote;

/**
 * Reader of a response that cannot be read as received. It repairs the response as a whole if that helps, else record by record. Unreadable
 * records are left out of the response and kept separately.
 */
final class RepairedResponse {

    private final RepairedPage page;
    private final ByteOrigin origin;
    private final List<RepairNote> repairs = new ArrayList<>();
    private final List<Damaged> damaged = new ArrayList<>();
    /** Records whose identifiers became those of other records of the page by their repair, with the reasons. */
    private final IdentityHashMap<RecordSpan, String> apart = new IdentityHashMap<>();

    private RepairedResponse(RepairedPage page, ByteOrigin origin) {
        this.page = page;
        this.origin = origin;
        repairs.addAll(page.repairs());
        Map<String, ReceivedIdentifier> forms = new HashMap<>();
        for (RecordSpan record : page.records()) {
            String identifier = record.identifier();
            if (identifier != null) {
                ReceivedIdentifier form = form(record, identifier);
                ReceivedIdentifier first = forms.putIfAbsent(identifier, form);
                if (first != null && !first.equals(form)) {
                    apart.put(record, form.refusal());
                }
            }
        }
    }

    private static ReceivedIdentifier form(RecordSpan record, String identifier) {
        return record.repairs().stream().map(note -> ReceivedIdentifier.ofRepair(note.what())).filter(Objects::nonNull)
                .findFirst()
                .orElse(ReceivedIdentifier.faultless(identifier));
    }

    /**
     * Reads a response.
     *
     * @param failure why it cannot be read as received
     * @throws OaiFormatException that failure, if no part can be read in either way
     */
    static <R> R read(byte[] body, String contentType, OaiFormatException failure, Reading.Outcome<R> outcome)
            throws OaiFormatException {
        Decoding decoding = Decoding.of(body, contentType);
        RepairedPage page = new PageRepairer(decoding).repair();
        if (page == null) {
            throw failure;
        }
        RepairedResponse repaired = new RepairedResponse(page, decoding.origin());
        OaiResponse whole = attempt(page.utf8());
        if (whole == null || !repaired.apart.isEmpty() || repaired.lacksRecords(whole, page.records().size())) {
            return repaired.recordByRecord(failure, outcome);
        }
        if (page.isCut() && isHalfIdentify(whole)) {
            throw failure;
        }
        page.records().forEach(record -> repaired.repairs.addAll(record.repairs()));
        return repaired.outcome(whole, page.utf8(), page.isCut(), outcome);
    }

    /** Returns whether values that a harvest needs are missing; the granularity is the last of them (S4.2). */
    private static boolean isHalfIdentify(OaiResponse response) {
        return response.answer() instanceof OaiResponse.Identify(RepositoryDescription description)
                && (description.granularityText().isEmpty() || description.baseUrl().isEmpty());
    }

    private <R> R outcome(OaiResponse response, byte[] utf8, boolean isCut, Reading.Outcome<R> outcome) {
        PageRepairer.Damage damage = page.damage();
        if (damage != null) {
            damaged.add(new Damaged(damage.identifier(), "the response ends in the middle of this record",
                    origin.position(damage.from()), origin.raw(damage.from(), Integer.MAX_VALUE), true));
        }
        return outcome.of(response, utf8, repairs, damaged, isCut);
    }

    private <R> R recordByRecord(OaiFormatException failure, Reading.Outcome<R> outcome) throws OaiFormatException {
        ByteBuilder whole = new ByteBuilder(page.utf8().length);
        ByteBuilder records = new ByteBuilder(page.utf8().length);
        int copied = 0;
        for (RecordSpan record : page.records()) {
            String fault = apart.containsKey(record) ? apart.get(record) : fault(record);
            if (fault == null) {
                records.put(page.utf8(), record.outFrom(), record.outTo() - record.outFrom());
                repairs.addAll(record.repairs());
            } else {
                whole.put(page.utf8(), copied, record.outFrom() - copied);
                copied = record.outTo();
                damaged.add(new Damaged(record.identifier(), fault, origin.position(record.from()),
                        origin.raw(record.from(), record.to()), false));
            }
        }
        whole.put(page.utf8(), copied, page.utf8().length - copied);
        byte[] utf8 = whole.toByteArray();
        OaiResponse response = attempt(utf8);
        if (response != null && !lacksRecords(response, page.records().size() - damaged.size())) {
            return outcome(response, utf8, page.isCut(), outcome);
        }
        // The part around the records is unrepairable, so only the records and the token are left.
        byte[] bare = inEnvelope(records.toByteArray(), page.token());
        response = attempt(bare);
        if (response != null && records.length() > 0) {
            return outcome(response, bare, page.isCut() || page.token().length == 0, outcome);
        }
        throw failure;
    }

    /** Returns why a record cannot be read; null if it can. */
    private @Nullable String fault(RecordSpan record) {
        ByteBuilder one = new ByteBuilder(record.outTo() - record.outFrom());
        one.put(page.utf8(), record.outFrom(), record.outTo() - record.outFrom());
        try {
            OaiResponse response = OaiReader.read(inEnvelope(one.toByteArray(), new byte[0]));
            return lacksRecords(response, 1) ? "it yielded no record" : null;
        } catch (OaiFormatException failure) {
            return String.valueOf(failure.getMessage());
        }
    }

    /** Returns whether there are records that a reader ignores, because they are at impossible places. */
    private boolean lacksRecords(OaiResponse response, int wanted) {
        int read = switch (response.answer()) {
            case OaiResponse.ListRecords list -> list.records().size();
            case OaiResponse.ListIdentifiers list -> list.headers().size();
            case OaiResponse.GetRecord _ -> 1;
            default -> 0;
        };
        // Protocol 1.x lists items without this format by their header.
        return read < wanted && name(page.rootTag()).endsWith("OAI-PMH");
    }

    private byte[] inEnvelope(byte[] records, byte[] token) {
        ByteBuilder document = new ByteBuilder(records.length + 1000);
        document.put(page.rootTag()).put(page.listTag()).put(records).put(token);
        if (!page.listTag().isEmpty()) {
            document.put("</").put(name(page.listTag())).put('>');
        }
        return document.put("</").put(name(page.rootTag())).put('>').toByteArray();
    }

    private static String name(String tag) {
        byte[] bytes = tag.getBytes(StandardCharsets.UTF_8);
        int end = 1;
        while (end < bytes.length && TagScanner.isNameByte(bytes[end])) {
            end++;
        }
        return new String(bytes, 1, end - 1, StandardCharsets.UTF_8);
    }

    private static @Nullable OaiResponse attempt(byte[] utf8) {
        try {
            return OaiReader.read(utf8);
        } catch (OaiFormatException _) {
            return null;
        }
    }
}
