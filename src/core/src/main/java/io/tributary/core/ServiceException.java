package io.tributary.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A business answer of "no": a reason that decides the HTTP status and a JSON detail for the
 * caller. Everything else that is thrown is a fault and shows no inner text.
 */
public final class ServiceException extends RuntimeException {
  /** What kind of "no" this is; the HTTP edge alone maps it to a status. */
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

  /** The value of {@code detail} in the reply. */
  public JsonNode detail() {
    return detail;
  }

  /** How long the caller should wait, for 429 and 503. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** 400. */
  public static ServiceException invalid(String detail) {
    return new ServiceException(Reason.INVALID, detail);
  }

  /** 422 with every fault found. */
  public static ServiceException badInput(List<FieldError> faults) {
    return new ServiceException(Reason.BAD_INPUT, Json.tree(faults), null);
  }

  /** 422 with one fault. */
  public static ServiceException badInput(FieldError fault) {
    return badInput(List.of(fault));
  }

  /** 401. */
  public static ServiceException unknownKey(String detail) {
    return new ServiceException(Reason.UNKNOWN_KEY, detail);
  }

  /** 403: a feature that is off for this team. */
  public static ServiceException switchedOff(String detail) {
    return new ServiceException(Reason.SWITCHED_OFF, detail);
  }

  /** 404, for unknown, deleted and foreign ids alike. */
  public static ServiceException notFound(String what) {
    return new ServiceException(Reason.NOT_FOUND, what + " not found");
  }

  /** 409. */
  public static ServiceException conflict(String detail) {
    return new ServiceException(Reason.CONFLICT, detail);
  }

  /** 410: what was there once and cannot be had any more. */
  public static ServiceException gone(String detail) {
    return new ServiceException(Reason.GONE, detail);
  }

  /** 429. */
  public static ServiceException tooMany(String detail, Duration retryAfter) {
    return new ServiceException(Reason.TOO_MANY, TextNode.valueOf(detail), retryAfter);
  }

  /** 503. */
  public static ServiceException unavailable(String detail, Duration retryAfter) {
    return unavailable(detail, retryAfter, null);
  }

  /**
   * 503.
   *
   * @param cause for who has to know in this process what is behind it
   */
  public static ServiceException unavailable(String detail, Duration retryAfter, Throwable cause) {
    return new ServiceException(Reason.UNAVAILABLE, TextNode.valueOf(detail), retryAfter, cause);
  }
}
