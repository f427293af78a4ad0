package io.tributary.report.parsing;

import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.http.StreamedBytes;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
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
 * Database storage of a job's files: in chunks, each encrypted and bound to its job, part and
 * position. Blocking methods are for virtual threads.
 */
final class FileStore {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final String INSERT =
      "insert into parsing_job_file (job_id, part, chunk, bytes) values ($1, $2, $3, $4)";
  private static final String PARTS =
      """
      select f.part, count(*) as chunks, max(f.chunk) as last, sum(octet_length(f.bytes)) as sealed,
             j.file_count, j.file_bytes
        from parsing_job j join parsing_job_file f on f.job_id = j.id
       where j.id = $1 group by j.id, f.part order by f.part
      """;
  private static final String SELECT_CHUNK =
      "select bytes from parsing_job_file where job_id = $1 and part = $2 and chunk = $3";
  private final Encryption secrets;

  FileStore(Encryption secrets) {
    this.secrets = secrets;
  }

  /** Wraps a disk failure while a file is stored or fetched. */
  private static UncheckedIOException diskFailure(IOException e) {
    return new UncheckedIOException(e);
  }

  /**
   * Stored file.
   *
   * @param bytes original size
   */
  record StoredFile(int number, int chunks, long bytes) {
    private static StoredFile read(Row r) {
      int chunks = (int) (long) r.getLong("chunks");
      return new StoredFile(
          r.getInteger("part"), chunks, r.getLong("sealed") - (long) chunks * Encryption.OVERHEAD);
    }
  }

  /**
   * Returns the files of a job; empty if they have been deleted. Fails if a chunk is missing. Does
   * not block.
   */
  Future<List<StoredFile>> parts(Db db, UUID job) {
    return db.readSlow(PARTS, job).map(FileStore::all);
  }

  private static List<StoredFile> all(RowSet<Row> rows) {
    if (rows.size() > 0 && !isComplete(rows)) {
      throw new IllegalStateException("a chunk of a stored file is missing");
    }
    return RowMapping.list(rows, StoredFile::read);
  }

  /** Returns whether all stored chunks are present. */
  private static boolean isComplete(RowSet<Row> rows) {
    int parts = 0;
    long bytes = 0;
    for (Row r : rows) {
      StoredFile part = StoredFile.read(r);
      if (part.number() != parts++ || part.chunks() != r.getInteger("last") + 1) {
        return false;
      }
      bytes += part.bytes();
    }
    Row any = rows.iterator().next();
    return parts == any.getInteger("file_count") && bytes == any.getLong("file_bytes");
  }

  /** Streams the original file chunk by chunk. Does not block. */
  StreamedBytes.ChunkSource chunks(Db db, UUID job, StoredFile part) {
    int[] next = new int[1];
    return out -> {
      int chunk = next[0]++;
      return db.readSlow(SELECT_CHUNK, job, part.number(), chunk)
          .map(
              rows -> {
                out.raw(decrypted(rows, job, part.number(), chunk));
                return next[0] < part.chunks();
              });
    };
  }

  private byte[] decrypted(RowSet<Row> rows, UUID job, int part, int chunk) {
    Row row =
        RowMapping.first(rows, r -> r)
            .orElseThrow(() -> new IllegalStateException("a chunk of a stored file is missing"));
    return secrets.open(RowMapping.bytes(row, "bytes"), associatedData(job, part, chunk));
  }

  void store(Tx tx, UUID job, List<Path> files) {
    for (int part = 0; part < files.size(); part++) {
      try (InputStream in = Files.newInputStream(files.get(part))) {
        byte[] piece = in.readNBytes(CHUNK_BYTES);
        for (int chunk = 0; piece.length > 0; chunk++) {
          byte[] sealed = secrets.seal(piece, associatedData(job, part, chunk));
          tx.update(INSERT, job, part, chunk, Buffer.buffer(sealed));
          piece = in.readNBytes(CHUNK_BYTES);
        }
      } catch (IOException e) {
        throw diskFailure(e);
      }
    }
  }

  /** Returns whether all files of a job are present. */
  boolean isComplete(Tx tx, UUID job) {
    RowSet<Row> rows = tx.query(PARTS, job);
    return rows.size() > 0 && isComplete(rows);
  }

  /**
   * Writes the files of a job to a folder, in order; empty if they have been deleted.
   *
   * @throws IllegalStateException if they were encrypted with another key, or a chunk is missing
   */
  List<Path> fetch(Db db, UUID job, Path folder) {
    List<Path> out = new ArrayList<>();
    for (StoredFile part : all(db.query(PARTS, job))) {
      Path file = folder.resolve(Integer.toString(part.number()));
      // One chunk at a time limits heap usage.
      for (int chunk = 0; chunk < part.chunks(); chunk++) {
        append(
            file,
            decrypted(
                db.query(SELECT_CHUNK, job, part.number(), chunk), job, part.number(), chunk));
      }
      out.add(file);
    }
    return out;
  }

  private static void append(Path file, byte[] piece) {
    try (OutputStream to =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      to.write(piece);
    } catch (IOException e) {
      throw diskFailure(e);
    }
  }

  private static String associatedData(UUID job, int part, int chunk) {
    return "parsing_job_file " + job + " " + part + " " + chunk;
  }
}
