package io.tributary.provider.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AccountContext;
import io.tributary.provider.Puller;
import java.time.LocalDate;

/** One page of a feed while it is read. Not thread-safe. */
public final class FetchContext<F extends DocumentFeed> {
  /** Names of the fields of a document that is kept with the day it was asked for. */
  public static final String ASKED_DAY = "asked_day";

  public static final String ASKED_AT = "asked_at";
  public static final String ANSWER = "answer";

  private final Puller.Account account;
  private final F feed;
  private final Puller.Window window;
  private final JsonNode cursor;
  private final AccountContext facts;
  private final DocumentSet documents = new DocumentSet();
  private JsonNode next;

  FetchContext(
      Puller.Account account, F feed, Puller.Window window, JsonNode cursor, AccountContext facts) {
    this.account = account;
    this.feed = feed;
    this.window = window;
    this.cursor = cursor;
    this.facts = facts;
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

  public AccountContext facts() {
    return facts;
  }

  /** Null for the first page of the window, else what the page before gave to {@link #next}. */
  public JsonNode cursor() {
    return cursor;
  }

  /** What was read so far: main kinds first, in their order, then those beside. */
  public DocumentSet documents() {
    return documents;
  }

  /** Adds the documents of an array, or one document. */
  public void add(DocumentKind kind, JsonNode listOrDocument) {
    documents.add(kind, listOrDocument);
  }

  /**
   * Adds an answer that does not say of which day it is, as an object of {@link #ASKED_DAY} and
   * {@link #ANSWER}: what is kept must be enough to be mapped again.
   */
  public void add(DocumentKind kind, LocalDate askedDay, JsonNode answer) {
    ObjectNode dated = Json.object().put(ASKED_DAY, askedDay.toString());
    dated.set(ANSWER, answer);
    documents.add(kind, dated);
  }

  /** The same of a figure that counts since it was first seen; {@link #ASKED_AT} stands beside. */
  public void add(DocumentKind kind, FirstObservation seen, JsonNode answer) {
    ObjectNode dated =
        Json.object().put(ASKED_DAY, seen.day().toString()).put(ASKED_AT, seen.at().toString());
    dated.set(ANSWER, answer);
    documents.add(kind, dated);
  }

  /**
   * Ends this page before its window ends: records of a page must be complete in themselves, so it
   * is for windows that hold more than one transaction may (some 20,000 records).
   */
  public void next(JsonNode rest) {
    next = rest;
  }

  JsonNode rest() {
    return next;
  }
}
