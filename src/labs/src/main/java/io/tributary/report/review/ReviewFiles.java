package io.tributary.report.review;

import io.tributary.core.Encryption;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.http.Response;
import io.tributary.report.parsing.OriginalFiles;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Original files of a report and its pages as images. The images have the same coordinates as the
 * reader, so positions in the draft match the image. A page is drawn once and stored encrypted.
 */
final class ReviewFiles {
  /** Image width in pixels: enough to read small print, small enough to transfer. */
  static final int WIDTH = 1400;

  private static final String IMAGE =
      "select media_type, bytes from parsing_job_image where job_id = $1 and page = $2";

  private static final String FILE_EXISTS =
      "select exists (select 1 from parsing_job_file where job_id = $1) as there";

  // File deletion holds a lock on the row. This statement waits for it and then finds that the file
  // is deleted.
  static final String INSERT_IMAGE =
      """
      insert into parsing_job_image (job_id, page, media_type, bytes)
      select id, $2, $3, $4 from parsing_job where id = $1 and file_deleted_at is null
         for key share
      on conflict do nothing
      """;

  private final Db db;
  private final Encryption secrets;
  private final OriginalFiles originals;

  ReviewFiles(Db db, Encryption secrets, OriginalFiles originals) {
    this.db = db;
    this.secrets = secrets;
    this.originals = originals;
  }

  Future<Response> part(Row job, int part) {
    UUID id = job.getUUID("id");
    String type = job.getString("media_type");
    String end = type.substring(type.indexOf('/') + 1).replace("jpeg", "jpg");
    return originals
        .part(id, part, type)
        .map(
            file ->
                fileResponse(
                    file.orElseThrow(() -> ServiceException.notFound("file")),
                    Map.of(
                        "content-disposition",
                        "attachment; filename=\"report-" + id + "-" + part + "." + end + "\"")));
  }

  /**
   * @param page page number, from 1
   */
  Future<Response> page(Row job, int page) {
    UUID id = job.getUUID("id");
    Integer pages = job.getInteger("pages");
    if (pages == null || page > pages) {
      throw ServiceException.notFound("page");
    }
    return db.read(IMAGE, id, page)
        .compose(
            rows ->
                RowMapping.first(rows, r -> r)
                    .map(r -> Future.succeededFuture(storedImage(r, id, page)))
                    .orElseGet(() -> drawImage(job, page)));
  }

  private Response storedImage(Row r, UUID job, int page) {
    return imageResponse(r.getString("media_type"), decrypted(r, job, page));
  }

  private byte[] decrypted(Row r, UUID job, int page) {
    return secrets.open(RowMapping.bytes(r, "bytes"), associatedData(job, page));
  }

  private Future<Response> drawImage(Row job, int page) {
    UUID id = job.getUUID("id");
    return db.read(FILE_EXISTS, id)
        .compose(
            rows -> {
              if (!rows.iterator().next().getBoolean("there")) {
                throw ServiceException.notFound("file");
              }
              return originals.image(
                  ReviewService.tenant(job),
                  id,
                  job.getString("media_type"),
                  page,
                  WIDTH,
                  () -> RowMapping.first(db.query(IMAGE, id, page), r -> decrypted(r, id, page)));
            })
        .compose(
            bytes ->
                db.txAsync(
                        tx ->
                            tx.update(
                                INSERT_IMAGE,
                                id,
                                page,
                                "image/jpeg",
                                secrets.seal(bytes, associatedData(id, page))))
                    .map(done -> imageResponse("image/jpeg", bytes)));
  }

  private static Response imageResponse(String type, byte[] bytes) {
    return fileResponse(new Response.Raw(type, bytes), Map.of());
  }

  /** Sets headers that prevent content sniffing and caching in browsers. */
  private static Response fileResponse(Object body, Map<String, String> more) {
    Map<String, String> headers = new HashMap<>(more);
    headers.put("x-content-type-options", "nosniff");
    headers.put("cache-control", "no-store");
    return new Response(200, body, headers);
  }

  /** Returns the associated data of an image's encryption, which binds it to its page. */
  static String associatedData(UUID job, int page) {
    return "parsing_job_image/" + job + "/" + page;
  }
}
