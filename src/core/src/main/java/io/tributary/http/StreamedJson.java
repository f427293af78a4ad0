package io.tributary.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.ReplicaRouter;
import io.tributary.db.SqlArguments;
import io.tributary.db.SqlErrors;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * JSON response written while its rows are read from the database.
 *
 * <p>A server-side cursor keeps at most one fetch of rows in memory, and no further fetch is made
 * while the client is slow. A failure before the first fetch becomes an ordinary error response; a
 * later failure closes the connection. Runs on one event loop.
 */
public final class StreamedJson {
  private static final int FETCH_ROWS = 500;

  /** Writes the JSON around the rows and for each row. One object serves one response. */
  public interface Document {
    void open(JsonGenerator out) throws IOException;

    void row(JsonGenerator out, Row row) throws IOException;

    void close(JsonGenerator out) throws IOException;
  }

  private final RequestContext call;
  private final HttpServerResponse response;
  private final Document document;
  private final int fetch;
  private final Duration firstRowsTimeout;
  private final Duration statementTimeout;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(32 * 1024);
  private final JsonGenerator out;
  private final Promise<Void> done = Promise.promise();
  private Cursor cursor;
  private boolean rowsRead;
  private boolean started;

  /**
   * @param firstRowsTimeout timeout of a statement until the first rows have arrived
   * @param statementTimeout timeout of a statement afterwards, when there is no other database to
   *     fall back to
   */
  private StreamedJson(
      RequestContext call,
      Document document,
      int fetch,
      Duration firstRowsTimeout,
      Duration statementTimeout) {
    this.fetch = fetch;
    this.firstRowsTimeout = firstRowsTimeout;
    this.statementTimeout = statementTimeout;
    this.call = call;
    this.response = call.response();
    this.document = document;
    try {
      out = Json.MAPPER.getFactory().createGenerator(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // Not the response's own handlers: the router uses those to count requests in flight.
    call.whenEnded(() -> done.tryComplete());
  }

  /** Sends a 200 response with the rows of a query. */
  public static Future<Response> send(
      Db db, RequestContext call, Document document, String sql, Object... args) {
    return send(db, call, document, FETCH_ROWS, sql, args);
  }

  /**
   * Sends a 200 response with rows that are large or slow to write.
   *
   * @param fetch rows written at a time
   */
  public static Future<Response> send(
      Db db, RequestContext call, Document document, int fetch, String sql, Object... args) {
    return new StreamedJson(call, document, fetch, db.streamTimeout(), db.streamTimeout())
        .send(db.streams(), sql, args);
  }

  /**
   * Sends a 200 response with data that may be slightly stale. It is read from the replica, or from
   * the primary if the replica fails or does not respond before the response has begun.
   */
  public static Future<Response> sendFromReplica(
      Db db, RequestContext call, Document document, String sql, Object... args) {
    Optional<Pool> replica = db.replicaReads().streams();
    if (replica.isEmpty()) {
      return send(db, call, document, sql, args);
    }
    StreamedJson stream =
        new StreamedJson(call, document, FETCH_ROWS, ReplicaRouter.TIMEOUT, db.streamTimeout());
    return stream
        .send(replica.get(), sql, args)
        .recover(
            t -> stream.rowsRead ? Future.failedFuture(t) : send(db, call, document, sql, args));
  }

  private Future<Response> send(Pool from, String sql, Object... args) {
    return from.getConnection()
        .compose(connection -> rows(connection, sql, args))
        .map(Response.handled())
        .recover(
            t ->
                isEnded()
                    ? Future.succeededFuture(Response.handled())
                    : Future.failedFuture(SqlErrors.translate(t)));
  }

  /**
   * Reads the rows through a cursor, which requires a transaction. Closing the connection rolls it
   * back.
   */
  private Future<Void> rows(SqlConnection connection, String sql, Object... args) {
    return withTimeout(connection.begin())
        .compose(begun -> withTimeout(connection.prepare(sql)))
        .compose(statement -> run(statement, args))
        // Not awaited: on a connection whose peer is gone, closing would never complete.
        .onComplete(r -> connection.close());
  }

  private Future<Void> run(PreparedStatement statement, Object... args) {
    cursor = statement.cursor(SqlArguments.tuple(args));
    fetch();
    return done.future()
        .onComplete(
            r -> {
              cursor.close();
              statement.close();
            });
  }

  /**
   * Applies the timeout to a database call. The connection itself is given up later, at the limit
   * of its pool.
   */
  private <T> Future<T> withTimeout(Future<T> answer) {
    Duration most = rowsRead ? statementTimeout : firstRowsTimeout;
    return answer.timeout(most.toMillis(), TimeUnit.MILLISECONDS);
  }

  private boolean isEnded() {
    return response.ended() || response.closed();
  }

  private void fetch() {
    withTimeout(cursor.read(fetch))
        .compose(
            rows -> {
              rowsRead = true;
              return started ? Future.succeededFuture(rows) : call.recordResponse(200).map(rows);
            })
        .onComplete(
            r -> {
              if (r.failed()) {
                done.tryFail(r.cause());
              } else if (isEnded()) {
                done.tryComplete();
              } else {
                try {
                  write(r.result());
                } catch (IOException | RuntimeException e) {
                  done.tryFail(e);
                }
              }
            });
  }

  private void write(RowSet<Row> rows) throws IOException {
    if (!started) {
      document.open(out);
    }
    for (Row row : rows) {
      document.row(out, row);
    }
    boolean last = !cursor.hasMore();
    if (last) {
      document.close(out);
    }
    out.flush();
    Buffer chunk = Buffer.buffer(bytes.toByteArray());
    bytes.reset();
    if (!started) {
      started = true;
      response.setStatusCode(200).putHeader("content-type", "application/json").setChunked(!last);
    }
    if (last) {
      response.end(chunk).onComplete(r -> done.tryComplete());
    } else {
      response.write(chunk);
      next();
    }
  }

  private void next() {
    if (response.writeQueueFull()) {
      response.drainHandler(
          v -> {
            response.drainHandler(null);
            fetch();
          });
    } else {
      fetch();
    }
  }
}
