package dev.sheaf.provider;

/** A front door of a provider: answers requests at one base URL. Safe for use by many threads. */
public interface Answering {

    /** Returns the address that this provider tells in every response. */
    String baseUrl();

    /**
     * Answers a request as it arrived. Everything that the response needs has been read when this method returns.
     *
     * @param form makes of the segments of a page what the caller sends
     * @param <S> a segment in this form
     */
    <S> ServedResponse<S> answer(OaiArguments arguments, SegmentForm<S> form);
}
