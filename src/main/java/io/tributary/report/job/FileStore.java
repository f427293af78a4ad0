package io.tributary.report.job;

import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.kernel.Secrets;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The files of jobs as the database keeps them: in pieces, each sealed and bound to its place.
 * Blocking, for virtual threads.
 */
final class FileStore {
  private static final int PIECE = 1 << 20;
  private static final String INSERT =
      "insert into parsing_job_file (job_id, part, chunk, bytes) values ($1, $2, $3, $4)";
  private static final String PLACES =
      "select part, chunk from parsing_job_file where job_id = $1 order by part, chunk";
  private static final String ONE =
      "select bytes from parsing_job_file where job_id = $1 and part = $2 and chunk = $3";
  private static final String WHOLE =
      """
      select (select count(distinct part) from parsing_job_file f where f.job_id = j.id)
             = j.file_count as whole
        from parsing_job j where j.id = $1
      """;

  private final Secrets secrets;

  FileStore(Secrets secrets) {
    this.secrets = secrets;
  }

  /** A disk that gives out while a file is kept or fetched. */
  private static UncheckedIOException broken(IOException e) {
    return new UncheckedIOException(e);
  }

  void put(Tx tx, UUID job, List<Path> files) {
    for (int part = 0; part < files.size(); part++) {
      try (InputStream in = Files.newInputStream(files.get(part))) {
        byte[] piece = in.readNBytes(PIECE);
        for (int chunk = 0; piece.length > 0; chunk++) {
          byte[] sealed = secrets.seal(piece, place(job, part, chunk));
          tx.update(INSERT, job, part, chunk, Buffer.buffer(sealed));
          piece = in.readNBytes(PIECE);
        }
      } catch (IOException e) {
        throw broken(e);
      }
    }
  }

  /** Whether all files of a job are there. */
  boolean whole(Tx tx, UUID job) {
    return tx.first(WHOLE, job).map(r -> r.getBoolean("whole")).orElse(false);
  }

  /**
   * Writes the files of a job into a folder, in their order; none when they have been thrown away.
   *
   * @throws IllegalStateException when they were sealed with another key
   */
  List<Path> fetch(Db db, UUID job, Path folder) {
    List<Path> out = new ArrayList<>();
    for (int[] place :
        Rows.list(
            db.query(PLACES, job), r -> new int[] {r.getInteger("part"), r.getInteger("chunk")})) {
      Path file = folder.resolve(Integer.toString(place[0]));
      // A piece at a time: reports are not to fill the heap.
      for (Row r : db.query(ONE, job, place[0], place[1])) {
        append(file, secrets.open(Rows.bytes(r, "bytes"), place(job, place[0], place[1])));
      }
      if (place[1] == 0) {
        out.add(file);
      }
    }
    return out;
  }

  private static void append(Path file, byte[] piece) {
    try (OutputStream to =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      to.write(piece);
    } catch (IOException e) {
      throw broken(e);
    }
  }

  private static String place(UUID job, int part, int chunk) {
    return "parsing_job_file " + job + " " + part + " " + chunk;
  }
}
