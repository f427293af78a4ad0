package io.tributary.lab.protocol.fhir;

import java.util.Objects;

/** Why a message cannot be taken. Its text holds nothing of the message. */
public final class FhirFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong, as an issue type of HL7. */
  public enum Kind {
    /** Not JSON, or not JSON of FHIR. */
    STRUCTURE(400, "structure"),
    /** A part that must be there is not. */
    REQUIRED(422, "required"),
    /** A kind of resource that is not taken here. */
    NOT_SUPPORTED(422, "not-supported"),
    /** It is meant for another environment. */
    BUSINESS_RULE(422, "business-rule");

    private final int status;
    private final String issue;

    Kind(int status, String issue) {
      this.status = status;
      this.issue = issue;
    }

    /** Of HTTP. */
    public int status() {
      return status;
    }

    public String issue() {
      return issue;
    }
  }

  private final Kind kind;

  public FhirFault(Kind kind, String text) {
    super(text, null, false, false);
    this.kind = Objects.requireNonNull(kind);
  }

  public Kind kind() {
    return kind;
  }
}
