package dev.sheaf.harvester.signatures;

/** Names of the protocol in which automated clients sign their requests. */
public final class WebBotAuth {

    /** Revision of the protocol that this program implements. It is a working group draft, so names may still change. */
    public static final String REVISION = "draft-ietf-webbotauth-httpsig-protocol-01";

    /** Value of the parameter {@code tag} of a request's signature. */
    public static final String REQUEST_TAG = "web-bot-auth";
    /** Value of the parameter {@code tag} of the signature of a key directory. */
    public static final String DIRECTORY_TAG = "http-message-signatures-directory";
    /** Path of a signer's key directory at its origin. */
    public static final String DIRECTORY_PATH = "/.well-known/http-message-signatures-directory";
    /** Media type of a key directory. */
    public static final String DIRECTORY_TYPE = "application/http-message-signatures-directory+json";
    /** Header with the origin of the signer, by the label of the signature. */
    public static final String AGENT_HEADER = "Signature-Agent";
    /** Header with the covered components and the parameters of signatures (RFC 9421, 4.1). */
    public static final String INPUT_HEADER = "Signature-Input";
    /** Header with the bytes of signatures (RFC 9421, 4.2). */
    public static final String SIGNATURE_HEADER = "Signature";
    /** The only algorithm that this program uses (RFC 9421, 3.3.6). */
    public static final String ALGORITHM = "ed25519";

    private WebBotAuth() {}
}
