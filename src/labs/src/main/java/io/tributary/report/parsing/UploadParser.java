package io.tributary.report.parsing;

import io.tributary.config.ReportConfig.Limits;
import io.tributary.core.FieldError;
import io.tributary.core.ServiceException;
import io.tributary.http.Multipart;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Parses the multipart form of an upload, writes its files to a folder and enforces the limits.
 * Blocking, for a virtual thread.
 */
final class UploadParser implements Multipart.PartHandler<IOException> {
  private static final int MAX_FIELD_BYTES = 1024;

  /** Maximum size of a form apart from its files: fields and part headers. */
  static final int MAX_FORM_OVERHEAD = 64 * 1024;

  /** Maximum number of parts: above any configurable number of files, plus unknown fields. */
  private static final int MAX_PARTS = 128;

  private static final Set<String> FIELDS = Set.of("user_id", "needs_human_review", "file");
  private static final int LEADING_BYTES = 8;
  private static final Set<String> TRUE = Set.of("true", "1", "yes", "on", "t", "y");
  private static final Set<String> FALSE = Set.of("false", "0", "no", "off", "f", "n");

  private final ReportFiles.TempFolder folder;
  private final Limits limits;
  private final List<FilePart> files = new ArrayList<>();
  private final Map<String, String> fields = new TreeMap<>();
  private final List<FieldError> faults = new ArrayList<>();
  private final MessageDigest hash;
  private long total;
  private long received;
  private int parts;

  /** File of the current part. */
  private FileChannel file;

  private Multipart.PartHeaders head;
  private boolean inFile;
  private long bytes;
  private Buffer leading = Buffer.buffer();
  private boolean tooLong;

  /**
   * Uploaded file; files beyond the limit have no content at their path.
   *
   * @param name file name that the client sent, for error messages only: it may contain personal
   *     data and must not be stored
   */
  record FilePart(
      Path path, Optional<String> name, long bytes, Optional<String> type, byte[] leading) {}

  /**
   * Complete upload.
   *
   * @param hash hash of all content
   */
  record ParsedForm(
      UUID user, boolean needsHumanReview, List<FilePart> files, long bytes, byte[] hash) {}

  UploadParser(ReportFiles.TempFolder folder, Limits limits) {
    this.folder = folder;
    this.limits = limits;
    try {
      this.hash = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads the form to its end.
   *
   * @throws ServiceException 422 with all invalid fields, 413 above the size limit
   * @throws IOException if the disk rejects a file
   */
  ParsedForm parse(Multipart form, RequestBodyReader body)
      throws IOException, RequestBodyReader.ClientDisconnected {
    try {
      while (true) {
        Optional<Buffer> piece = body.next();
        if (piece.isEmpty()) {
          form.end();
          return finish();
        }
        received += piece.get().length();
        form.feed(piece.get(), this);
        if (received > limits.maxTotalBytes() + MAX_FORM_OVERHEAD) {
          throw formTooLarge(
              "a form can have at most " + MAX_FORM_OVERHEAD + " bytes besides its files");
        }
      }
    } catch (Multipart.MalformedMultipartException e) {
      throw malformed(e.getMessage());
    } finally {
      if (file != null) {
        file.close();
      }
    }
  }

  static ServiceException malformed(String message) {
    return ServiceException.validationFailed(new FieldError(List.of("body"), message, "multipart"));
  }

  @Override
  public void begin(Multipart.PartHeaders next) throws IOException {
    head = next;
    bytes = 0;
    tooLong = false;
    leading = Buffer.buffer();
    if (++parts > MAX_PARTS) {
      throw formTooLarge("a form can have at most " + MAX_PARTS + " parts");
    }
    inFile = next.name().equals(Optional.of("file")) && next.fileName().isPresent();
    // Files beyond the limit are counted and reported later, but not stored.
    if (inFile && files.size() < limits.maxFiles()) {
      file =
          FileChannel.open(
              folder.file(files.size()),
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
  }

  @Override
  public void data(Buffer piece) throws IOException {
    bytes += piece.length();
    if (!inFile) {
      if (bytes <= MAX_FIELD_BYTES && field().isPresent()) {
        leading.appendBuffer(piece);
      } else {
        tooLong = true;
      }
      return;
    }
    total += piece.length();
    if (bytes > limits.maxFileBytes() || total > limits.maxTotalBytes()) {
      reportFieldFaults();
      throw tooLarge(limits);
    }
    leading.appendBuffer(piece, 0, Math.min(piece.length(), LEADING_BYTES - leading.length()));
    byte[] content = piece.getBytes();
    ByteBuffer out = ByteBuffer.wrap(content);
    while (file != null && out.hasRemaining()) {
      file.write(out);
    }
    hash.update(content);
  }

  /** Returns the name of the current field if it is a known one. */
  private Optional<String> field() {
    return inFile ? Optional.empty() : head.name().filter(FIELDS::contains);
  }

  private ServiceException formTooLarge(String detail) {
    reportFieldFaults();
    return new ServiceException(ServiceException.Reason.TOO_LARGE, detail);
  }

  /** Reports invalid fields before any size violation. */
  private void reportFieldFaults() {
    fields();
    throwFaults();
  }

  static ServiceException tooLarge(Limits limits) {
    return new ServiceException(
        ServiceException.Reason.TOO_LARGE,
        "a file can have at most "
            + limits.maxFileBytes()
            + " bytes, and all files together "
            + limits.maxTotalBytes());
  }

  @Override
  public void end() throws IOException {
    if (inFile) {
      if (file != null) {
        file.close();
        file = null;
      }
      FilePart part =
          new FilePart(
              folder.file(files.size()), head.fileName(), bytes, head.type(), leading.getBytes());
      files.add(part);
      hash.update(
          (" " + bytes + " " + part.type().orElse("") + "\n").getBytes(StandardCharsets.UTF_8));
    } else {
      field()
          .ifPresent(
              name -> fields.put(name, tooLong ? null : leading.toString(StandardCharsets.UTF_8)));
    }
  }

  private ParsedForm finish() {
    Optional<UUID> user = fields();
    boolean review = flag("needs_human_review").orElse(false);
    if (!fields.containsKey("user_id")) {
      faults.add(FieldError.body("user_id", "Field required", "missing"));
    }
    if (files.isEmpty()) {
      faults.add(
          fields.containsKey("file")
              ? FieldError.body("file", "Input should be a file", "value_error")
              : FieldError.body("file", "Field required", "missing"));
    }
    throwFaults();
    hash.update((user.orElseThrow() + " " + review).getBytes(StandardCharsets.UTF_8));
    return new ParsedForm(user.get(), review, List.copyOf(files), total, hash.digest());
  }

  /** Collects the faults of the fields received so far. */
  private Optional<UUID> fields() {
    faults.clear();
    if (fields.containsKey("needs_human_review") && flag("needs_human_review").isEmpty()) {
      faults.add(
          FieldError.body("needs_human_review", "Input should be a valid boolean", "bool_parsing"));
    }
    if (!fields.containsKey("user_id")) {
      return Optional.empty();
    }
    Optional<UUID> user = uuid(fields.get("user_id"));
    if (user.isEmpty()) {
      faults.add(FieldError.body("user_id", "Input should be a valid UUID", "uuid_parsing"));
    }
    return user;
  }

  private void throwFaults() {
    if (!faults.isEmpty()) {
      throw ServiceException.validationFailed(faults);
    }
  }

  private Optional<Boolean> flag(String name) {
    String text = fields.get(name);
    String word = text == null ? "" : text.strip().toLowerCase(Locale.ROOT);
    return TRUE.contains(word)
        ? Optional.of(true)
        : FALSE.contains(word) ? Optional.of(false) : Optional.empty();
  }

  private static Optional<UUID> uuid(String text) {
    try {
      return text == null || text.strip().length() != 36
          ? Optional.empty()
          : Optional.of(UUID.fromString(text.strip()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
