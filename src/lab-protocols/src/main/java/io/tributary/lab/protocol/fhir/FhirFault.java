package io.tributary.lab.protocol.fhir;

import java.util.Objects;

/** Reason for rejecting a FHIR message. The text never contains content of the message. */
public final class FhirFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Kind of fault, with its HTTP status and FHIR issue type. */
  public enum Kind {
    /** The body is not JSON or not a FHIR resource. */
    STRUCTURE(400, "structure"),
    /** A required part is missing. */
    REQUIRED(422, "required"),
    /** The resource type is not accepted here. */
    NOT_SUPPORTED(422, "not-supported"),
    /** The message is meant for another environment. */
    BUSINESS_RULE(422, "business-rule");

    private final int status;
    private final String issue;

    Kind(int status, String issue) {
      this.status = status;
      this.issue = issue;
    }

    /** Returns the HTTP status. */
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
