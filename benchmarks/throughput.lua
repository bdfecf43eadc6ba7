-- For wrk: sends the requests of a file in turn, starting anywhere in it, and prints one line of JSON with the
-- number of requests and of failures.

local raw = {}
local position = 0

function init(arguments)
  local file = io.open(arguments[1], 'rb')
  local length = file:read('*n')
  while length do
    file:read(1)
    raw[#raw + 1] = file:read(length)
    length = file:read('*n')
  end
  file:close()
  math.randomseed(os.time())
  position = math.random(#raw)
end

function request()
  position = position % #raw + 1
  return raw[position]
end

function done(summary)
  local errors = summary.errors
  print(string.format(
    '{"requests": %d, "microseconds": %d, "error_statuses": %d, "no_responses": %d}',
    summary.requests, summary.duration, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout
  ))
end
