package dev.sheaf.platform.web.browse;

import java.util.List;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiResponse;

/**
 * Page with the reasons why there is no answer.
 *
 * @param faults one or more errors
 * @param status 400 if the request is invalid, 404 if its object does not exist, 200 if the list is empty
 */
public record ErrorsPage(BrowseFrame frame, List<Fault> faults, int status) implements BrowsePage {

    /**
     * Error.
     *
     * @param code code as in the protocol
     * @param message error in this request
     * @param meaning meaning of the code
     * @param remedy what to do
     */
    public record Fault(String code, String message, String meaning, String remedy) {}

    static ErrorsPage of(OaiResponse.Errors answer, BrowseFrame frame) {
        boolean one = answer.errors().size() == 1;
        String heading = answer.errors().getFirst().known().filter(_ -> one).map(ErrorsPage::heading).orElse(frame.heading());
        return new ErrorsPage(frame.under(heading), answer.errors().stream().map(ErrorsPage::fault).toList(),
                answer.errors().stream().mapToInt(error -> error.known().map(ErrorsPage::status).orElse(400)).max().orElse(400));
    }

    private static Fault fault(OaiError error) {
        return new Fault(error.code(), error.message(), error.known().map(ErrorsPage::meaning).orElse("The request was refused."),
                error.known().map(ErrorsPage::remedy).orElse("Change the request."));
    }

    private static int status(Code code) {
        return switch (code) {
            case BAD_ARGUMENT, BAD_RESUMPTION_TOKEN, BAD_VERB -> 400;
            case CANNOT_DISSEMINATE_FORMAT, ID_DOES_NOT_EXIST -> 404;
            case NO_RECORDS_MATCH, NO_METADATA_FORMATS, NO_SET_HIERARCHY -> 200;
        };
    }

    private static String heading(Code code) {
        return switch (code) {
            case BAD_ARGUMENT, BAD_VERB -> "This request cannot be answered";
            case BAD_RESUMPTION_TOKEN -> "This list cannot be continued";
            case CANNOT_DISSEMINATE_FORMAT -> "Not in this format";
            case ID_DOES_NOT_EXIST -> "There is no such record";
            case NO_RECORDS_MATCH -> "No records match";
            case NO_METADATA_FORMATS -> "No formats";
            case NO_SET_HIERARCHY -> "No sets";
        };
    }

    private static String meaning(Code code) {
        return switch (code) {
            case BAD_ARGUMENT -> "An argument is unknown, missing, repeated or malformed.";
            case BAD_RESUMPTION_TOKEN -> "The list cannot be continued from here.";
            case BAD_VERB -> "The request has no verb, or one that the protocol does not define.";
            case CANNOT_DISSEMINATE_FORMAT -> "The repository does not have this format, or not for this record.";
            case ID_DOES_NOT_EXIST -> "No record of this repository has the identifier.";
            case NO_RECORDS_MATCH -> "The repository has records, but none match the request.";
            case NO_METADATA_FORMATS -> "This record has no formats: it was withdrawn.";
            case NO_SET_HIERARCHY -> "This repository has no sets.";
        };
    }

    private static String remedy(Code code) {
        return switch (code) {
            case BAD_ARGUMENT -> "Remove or correct the argument. The form below makes valid requests.";
            case BAD_RESUMPTION_TOKEN -> "Begin the list again: choose Records or Identifiers above.";
            case BAD_VERB -> "Choose one of the pages above.";
            case CANNOT_DISSEMINATE_FORMAT -> "Choose another format in the form below. The page Formats above lists them all.";
            case ID_DOES_NOT_EXIST -> "Check the identifier. Upper and lower case matter, and the whole identifier from the record's header is needed.";
            case NO_RECORDS_MATCH -> "Choose a wider range of dates, another set or another format.";
            case NO_METADATA_FORMATS -> "Nothing can be done: only the identifier of the record is left.";
            case NO_SET_HIERARCHY -> "Ask for records without a set.";
        };
    }

    @Override
    public String template() {
        return "browse/errors.jte";
    }
}
