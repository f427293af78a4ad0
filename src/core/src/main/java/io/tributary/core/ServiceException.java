package io.tributary.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Business error: a reason that determines the HTTP status, and a JSON detail for the caller.
 *
 * <p>All other exceptions are faults, whose messages are not shown to callers.
 */
public final class ServiceException extends RuntimeException {
  /** Reason of the error. Only the HTTP layer maps it to a status. */
  public enum Reason {
    INVALID,
    BAD_INPUT,
    UNKNOWN_KEY,
    SWITCHED_OFF,
    NOT_FOUND,
    CONFLICT,
    GONE,
    TOO_LARGE,
    TOO_MANY,
    UNAVAILABLE
  }

  private final Reason reason;
  private final transient JsonNode detail;
  private final transient Duration retryAfter;

  public ServiceException(Reason reason, JsonNode detail, Duration retryAfter) {
    this(reason, detail, retryAfter, null);
  }

  private ServiceException(Reason reason, JsonNode detail, Duration retryAfter, Throwable cause) {
    super(reason + ": " + detail, cause, false, false);
    this.reason = Objects.requireNonNull(reason);
    this.detail = Objects.requireNonNull(detail);
    this.retryAfter = retryAfter;
  }

  public ServiceException(Reason reason, String detail) {
    this(reason, TextNode.valueOf(detail), null);
  }

  public Reason reason() {
    return reason;
  }

  /** Returns the value of {@code detail} in the response. */
  public JsonNode detail() {
    return detail;
  }

  /** Returns how long the caller should wait, for 429 and 503. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** Creates a 400. */
  public static ServiceException badRequest(String detail) {
    return new ServiceException(Reason.INVALID, detail);
  }

  /** Creates a 422 with all validation errors. */
  public static ServiceException validationFailed(List<FieldError> faults) {
    return new ServiceException(Reason.BAD_INPUT, Json.tree(faults), null);
  }

  /** Creates a 422 with one validation error. */
  public static ServiceException validationFailed(FieldError fault) {
    return validationFailed(List.of(fault));
  }

  /** Creates a 401. */
  public static ServiceException unauthorized(String detail) {
    return new ServiceException(Reason.UNKNOWN_KEY, detail);
  }

  /** Creates a 403 for a feature that is disabled for the team. */
  public static ServiceException featureDisabled(String detail) {
    return new ServiceException(Reason.SWITCHED_OFF, detail);
  }

  /** Creates a 404, also for deleted IDs and those of other teams. */
  public static ServiceException notFound(String what) {
    return new ServiceException(Reason.NOT_FOUND, what + " not found");
  }

  /** Creates a 409. */
  public static ServiceException conflict(String detail) {
    return new ServiceException(Reason.CONFLICT, detail);
  }

  /** Creates a 410 for content that is no longer available. */
  public static ServiceException gone(String detail) {
    return new ServiceException(Reason.GONE, detail);
  }

  /** Creates a 429. */
  public static ServiceException tooManyRequests(String detail, Duration retryAfter) {
    return new ServiceException(Reason.TOO_MANY, TextNode.valueOf(detail), retryAfter);
  }

  /** Creates a 503. */
  public static ServiceException unavailable(String detail, Duration retryAfter) {
    return unavailable(detail, retryAfter, null);
  }

  /**
   * Creates a 503.
   *
   * @param cause underlying failure, for handlers in this process
   */
  public static ServiceException unavailable(String detail, Duration retryAfter, Throwable cause) {
    return new ServiceException(Reason.UNAVAILABLE, TextNode.valueOf(detail), retryAfter, cause);
  }
}
