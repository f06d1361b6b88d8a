package dev.sheaf.platform.proxy;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ReceivedDate;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Verb;
import dev.sheaf.store.sources.ProxiedFault;

/** Converter of a source's responses into those for the harvester. Belongs to one request. */
final class Shaping {

    private final Question question;
    private final UpstreamRequest asked;
    private final LiveProxy.Place place;
    private final KnownSource known;

    Shaping(Question question, UpstreamRequest asked, LiveProxy.Place place, KnownSource known) {
        this.known = known;
        this.question = question;
        this.asked = asked;
        this.place = place;
    }

    /**
     * Returns a response, or a portion of one, for the harvester.
     *
     * @param from address of the response, after redirects
     * @param now date that replaces an unreadable responseDate
     * @throws Refusal if the response belongs to another verb
     */
    Page page(PortionReading reading, URI from, Instant now) throws Refusal {
        OaiResponse response = reading.response();
        List<ProxiedFault> faults = new ArrayList<>(reading.faults());
        Datestamp responseDate = responseDate(response, now, faults);
        LegalForm form = new LegalForm(responseDate, asked.prefix(), known);
        OaiResponse.Answer answer = form.answer(fitting(response.answer(), faults));
        faults.addAll(form.faults());
        if (answer instanceof OaiResponse.Identify identify) {
            IdentifyForm own = new IdentifyForm(question, place.adminEmail(), place.description(),
                    question.baseUrl().startsWith(place.gatewayUrl()) ? place.gatewayUrl() : null, place.compressions());
            answer = new OaiResponse.Identify(own.of(identify.description()));
            faults.addAll(own.faults());
        }
        if (answer instanceof OaiResponse.ListMetadataFormats(List<MetadataFormat> formats) && formats.isEmpty()) {
            // An empty list is not legal.
            faults.add(new ProxiedFault(null, "empty-list", "", -1,
                    "an empty list of formats, for which the protocol has an error", "",
                    ""));
            answer = new OaiResponse.Errors(
                    List.of(new OaiError(OaiError.Code.NO_METADATA_FORMATS, "The source lists no format.")));
        }
        Page page = new Page(responseDate, answer, faults, null);
        ResumptionToken received = page.received();
        return received == null || received.isLast()
                ? page
                : new Page(responseDate, answer, faults, asked.token(received.value(), from, question));
    }

    private Datestamp responseDate(OaiResponse response, Instant now, List<ProxiedFault> faults) {
        Datestamp received = response.responseDate();
        if (received.granularity().filter(Granularity.SECOND::equals).isPresent()) {
            return received;
        }
        Datestamp legal = ReceivedDate.legal(received)
                .filter(date -> date.granularity().filter(Granularity.SECOND::equals).isPresent())
                .orElseGet(() -> Datestamp.ofSecond(now));
        // In protocol 1.x the responseDate legally has an offset.
        if (faults.stream().noneMatch(fault -> fault.kind().equals(PortionReading.EARLY))) {
            faults.add(new ProxiedFault(null, "response-date", "", -1, "the responseDate is missing or not in UTC",
                    received.text(), legal.text()));
        }
        return legal;
    }

    private OaiResponse.Answer fitting(OaiResponse.Answer answer, List<ProxiedFault> faults) throws Refusal {
        Verb wanted = asked.verb();
        return switch (answer) {
            case OaiResponse.Errors errors -> errors;
            case OaiResponse.Identify identify when wanted == Verb.IDENTIFY -> identify;
            case OaiResponse.ListMetadataFormats formats when wanted == Verb.LIST_METADATA_FORMATS -> formats;
            case OaiResponse.ListSets sets when wanted == Verb.LIST_SETS -> sets;
            case OaiResponse.GetRecord record when wanted == Verb.GET_RECORD -> record;
            case OaiResponse.ListIdentifiers headers when wanted == Verb.LIST_IDENTIFIERS -> headers;
            case OaiResponse.ListRecords records when wanted == Verb.LIST_RECORDS -> records;
            case OaiResponse.ListRecords records when wanted == Verb.LIST_IDENTIFIERS
                    && asked.viaRecords() -> new OaiResponse.ListIdentifiers(
                            records.records().stream().map(OaiRecord::header).toList(),
                            records.resumptionToken());
            case OaiResponse.ListRecords records when wanted == Verb.GET_RECORD && !records.records().isEmpty() -> one(
                    records.records(), faults);
            default -> throw Refusal.beyondRepair("asked for " + wanted.text() + ", it answered with "
                    + answer.getClass().getSimpleName());
        };
    }

    /** Returns one record. Some servers return several records; the requested one is among them or is the first. */
    private OaiResponse.GetRecord one(List<OaiRecord> records, List<ProxiedFault> faults) {
        String identifier = asked.upstream() instanceof OaiRequest.GetRecord get ? get.identifier() : "";
        OaiRecord record = records.stream().filter(candidate -> candidate.identifier().equals(identifier)).findFirst()
                .orElse(records.getFirst());
        faults.add(new ProxiedFault(record.identifier(), "several-records", asked.prefix(), -1,
                "the answer held " + records.size() + " records instead of one", "", ""));
        return new OaiResponse.GetRecord(record);
    }

    /**
     * Returns the answer for a list without usable entries and without continuation: the error that the protocol has for it.
     *
     * @throws Refusal if there were entries that could not be repaired, because an empty list would then be wrong
     */
    Page empty(Page page) throws Refusal {
        if (page.dropped() > 0 && !asked.isContinued()) {
            throw Refusal.beyondRepair("none of its " + page.dropped() + " entries can be repaired; the first: "
                    + page.faults().stream().filter(ProxiedFault::isDropped).findFirst().map(ProxiedFault::what).orElse(""));
        }
        if (asked.isContinued()) {
            return page;
        }
        boolean isSets = asked.verb() == Verb.LIST_SETS;
        List<ProxiedFault> faults = new ArrayList<>(page.faults());
        faults.add(new ProxiedFault(null, "empty-list", asked.prefix(), -1,
                "an empty list, for which the protocol has an error", "", ""));
        return new Page(page.responseDate(),
                new OaiResponse.Errors(List.of(isSets
                        ? new OaiError(OaiError.Code.NO_SET_HIERARCHY, "The source lists no set.")
                        : new OaiError(OaiError.Code.NO_RECORDS_MATCH, "The source's list is empty."))),
                faults, null);
    }
}
