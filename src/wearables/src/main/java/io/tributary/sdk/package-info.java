/**
 * Receives data that clients upload: phones, Bluetooth readers and manually entered values.
 *
 * <p>Owns the tables user_sign_in, user_access_token, sdk_client, sdk_upload and link_code. Serves
 * the address push.command.
 *
 * <p>A phone signs in with a token or a pairing code, requests its sync state and uploads batches.
 * Uploads of many clients share a transaction; an idempotency key makes a repeated upload harmless.
 *
 * <p>Start with {@link io.tributary.sdk.UploadHandler}.
 */
package io.tributary.sdk;
