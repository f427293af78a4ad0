package io.tributary.provider.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AccountContext;
import io.tributary.provider.Puller;
import java.time.LocalDate;

/** State of one page of a feed while it is being read. Not thread-safe. */
public final class FetchContext<F extends DocumentFeed> {
  /** Field names of a stored document that wraps a response with the day it was requested for. */
  public static final String ASKED_DAY = "asked_day";

  public static final String ASKED_AT = "asked_at";
  public static final String ANSWER = "answer";

  private final Puller.Account account;
  private final F feed;
  private final Puller.Window window;
  private final JsonNode cursor;
  private final AccountContext accountContext;
  private final DocumentSet documents = new DocumentSet();
  private JsonNode next;

  FetchContext(
      Puller.Account account, F feed, Puller.Window window, JsonNode cursor, AccountContext facts) {
    this.account = account;
    this.feed = feed;
    this.window = window;
    this.cursor = cursor;
    this.accountContext = facts;
  }

  public Puller.Account account() {
    return account;
  }

  public F feed() {
    return feed;
  }

  public Puller.Window window() {
    return window;
  }

  public AccountContext accountContext() {
    return accountContext;
  }

  /**
   * Returns null for the first page of the window, otherwise the value that the previous page
   * passed to {@link #next}.
   */
  public JsonNode cursor() {
    return cursor;
  }

  /** Returns the documents read so far: main kinds first, in order, then the completing ones. */
  public DocumentSet documents() {
    return documents;
  }

  /** Adds the documents of an array, or a single document. */
  public void add(DocumentKind kind, JsonNode listOrDocument) {
    documents.add(kind, listOrDocument);
  }

  /**
   * Adds a response that does not name its day. It is wrapped in an object of {@link #ASKED_DAY}
   * and {@link #ANSWER}, so that the stored document can be mapped again.
   */
  public void add(DocumentKind kind, LocalDate askedDay, JsonNode answer) {
    ObjectNode dated = Json.object().put(ASKED_DAY, askedDay.toString());
    dated.set(ANSWER, answer);
    documents.add(kind, dated);
  }

  /**
   * Adds such a response for a value dated by its first observation; {@link #ASKED_AT} is added.
   */
  public void add(DocumentKind kind, FirstObservation seen, JsonNode answer) {
    ObjectNode dated =
        Json.object().put(ASKED_DAY, seen.day().toString()).put(ASKED_AT, seen.at().toString());
    dated.set(ANSWER, answer);
    documents.add(kind, dated);
  }

  /**
   * Ends this page before the end of its window. Records of a page must be complete, so use this
   * only for windows that hold more than one transaction can take (about 20,000 records).
   */
  public void next(JsonNode rest) {
    next = rest;
  }

  JsonNode nextCursor() {
    return next;
  }
}
