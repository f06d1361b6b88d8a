package dev.sheaf.store.conformance;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Results of validations by repository, and the claims that keep two processes from validating one repository at the same time. A repository
 * is known by its base URL, so sources with one base URL share its results. The number of results of each repository is bounded.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for an unknown repository.
 */
public interface Validations {

    /** Largest number of results of one repository. The oldest are forgotten; the last with a verdict and the last that passed are kept. */
    int MOST = 100;
    /** Largest number of reports of one repository. The last report with a verdict is kept longer. */
    int MOST_REPORTS = 5;

    /**
     * The newest results of a repository.
     *
     * @param last the last validation
     * @param judged the last validation with a verdict; empty when there is none
     * @param passed beginning of the last validation that passed; empty when there is none
     */
    record NewestResults(KeptValidation last, Optional<KeptValidation> judged, Optional<Instant> passed) {}

    /**
     * Claims a repository for a validation by this process.
     *
     * @param now present time
     * @param until end of the claim if the process dies
     * @return false if another claim has not ended
     */
    boolean claim(String address, Instant now, Instant until);

    /** Ends the claim of a repository. Does nothing if there is none. */
    void release(String address);

    /**
     * Stores the result of a validation and ends the claim of the repository.
     *
     * @param validation its number and its count of validations without a verdict are not used
     * @param report the whole report, in a form of the caller's choice
     * @return number of the validation
     */
    long put(KeptValidation validation, byte[] report);

    /** Returns the results of a repository, newest first. */
    List<KeptValidation> history(String address, int limit);

    /** Returns the newest results of a repository. */
    Optional<NewestResults> newest(String address);

    /** Returns the newest results of all repositories, by base URL. */
    Map<String, NewestResults> newestOfAll();

    /** Returns the report of a validation; empty when it is not kept any more. */
    Optional<byte[]> report(long number);

    /**
     * Forgets everything about repositories that are not among some and whose last validation began before a time. Another process may store a
     * result while the caller decides which repositories are known.
     */
    void keepOnly(Collection<String> addresses, Instant since);
}
